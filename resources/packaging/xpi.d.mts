/** Packs the files of `folder` into `file`, and answers with their names. */
export function writeXpi(folder: string, file: string): Promise<string[]>;
