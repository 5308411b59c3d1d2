import type { JupyterFrontEndPlugin } from '@jupyterlab/application';

/** A plugin that leaves a mark of how long its activation took: `performance.getEntriesByName('shiftlab:activate')`. */
export function measured(plugin: JupyterFrontEndPlugin<void>): JupyterFrontEndPlugin<void> {
  const { activate } = plugin;
  return {
    ...plugin,
    activate: (...given: Parameters<typeof activate>) => {
      const start = performance.now();
      const done = activate(...given);
      performance.measure('shiftlab:activate', { start, detail: plugin.id });
      return done;
    }
  };
}
