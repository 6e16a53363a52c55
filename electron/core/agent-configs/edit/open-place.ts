// Where in a config our entry stands, with the editor of its format. That of YAML, which is large, is loaded with the first such file.
import { LatePart } from '../../platform/late-part.ts';
import { jsonEditor } from './json-editor.ts';
import { tomlEditor } from './toml-editor.ts';
import type { AgentConfig, ConfigFormat } from '../agent-app.ts';
import type { ConfigEditor } from './config-editor.ts';

export type EntryPlace = Pick<AgentConfig, 'format' | 'keys' | 'listedBy'>;

export interface OpenPlace extends EntryPlace {
  readonly editor: ConfigEditor;
}

const editors: Readonly<Record<Exclude<ConfigFormat, 'yaml'>, ConfigEditor>> = {
  json: jsonEditor(false),
  jsonc: jsonEditor(true),
  toml: tomlEditor,
};
const yaml = new LatePart(async () => (await import('./yaml-editor.ts')).yamlEditor);

/** Rejects with HubError where the editor cannot be loaded any more. */
export async function openPlace({ format, keys, listedBy }: EntryPlace): Promise<OpenPlace> {
  const editor = format === 'yaml' ? await yaml.open() : editors[format];
  return { format, keys, editor, ...(listedBy !== undefined && { listedBy }) };
}
