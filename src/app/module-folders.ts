/** The folders of modules, below `src`. A test adds the worked example of CONTRIBUTING.md. */
export const MODULE_FOLDERS: readonly string[] = ['modules'];
