/** The commands of the course, by the names under which JupyterLab knows them. */
export const COMMANDS = {
  show: 'shiftlab:show-course',
  open: 'shiftlab:open-lesson',
  goOn: 'shiftlab:go-on',
  freshCopy: 'shiftlab:fresh-copy',
  forget: 'shiftlab:forget-predictions',
  review: 'shiftlab:review',
  doctor: 'shiftlab:doctor',
  present: 'shiftlab:present-lesson',
  state: 'shiftlab:open-state-link'
} as const;
