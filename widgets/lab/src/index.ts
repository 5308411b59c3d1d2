import { coursePlugin } from './course/plugin';
import { measured } from './measured';
import { stagePlugin } from './stage/plugin';

export default [coursePlugin, stagePlugin].map(measured);
