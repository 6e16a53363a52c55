// The form in which a server's config is changed: every part as text, and back.
import { visibleText } from '../../../../contract/visible-text.ts';
import { linesOfTexts, textsOfLines } from './config-fields.ts';
import type { ServerEdit, ServerShape } from '../../../../contract/schemas/server-config.ts';

export interface VariableForm {
  readonly name: string;
  /** Null keeps the value that is stored. */
  readonly value: string | null;
  /** Whether it is there already. */
  readonly stored: boolean;
  /** What stands there now, where it may be shown. */
  readonly shown?: string;
}

export interface ConfigForm {
  readonly kind: ServerShape['kind'];
  /** The program, the address or the file. */
  readonly target: string;
  readonly args: string;
  readonly cwd: string;
  readonly hosts: string;
  /** `/path/here=/name` on each line. */
  readonly folders: string;
  readonly variables: readonly VariableForm[];
}

export function formOf(shape: ServerShape): ConfigForm {
  const variables = shape.variables.map(({ name, value }) => ({
    name,
    value: null,
    stored: true,
    ...(value !== null && { shown: visibleText(value) }),
  }));
  const empty = { kind: shape.kind, args: '', cwd: '', hosts: '', folders: '', variables };
  switch (shape.kind) {
    case 'stdio':
      return { ...empty, target: shape.command, args: linesOfTexts(shape.args), cwd: shape.cwd ?? '' };
    case 'http':
    case 'sse':
    case 'fleet':
      return { ...empty, target: shape.url };
    case 'javascript':
      return { ...empty, target: shape.file, hosts: linesOfTexts(shape.hosts) };
    case 'wasm':
      return {
        ...empty,
        target: shape.file,
        args: linesOfTexts(shape.args),
        folders: linesOfTexts(shape.folders.map(({ path, as }) => `${path}=${as}`)),
      };
  }
}

/** Rows without a name mean nothing. Of two rows with one name the later counts. */
export function editOf(form: ConfigForm): ServerEdit {
  const { kind, target, args, cwd, hosts, folders } = form;
  const variables = Object.fromEntries(
    form.variables.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
  );
  switch (kind) {
    case 'stdio':
      return { kind, command: target, args: textsOfLines(args), cwd: cwd.trim() === '' ? null : cwd, variables };
    case 'http':
    case 'sse':
    case 'fleet':
      return { kind, url: target.trim(), variables };
    case 'javascript':
      return { kind, file: target, hosts: textsOfLines(hosts).map(host => host.trim()), variables };
    case 'wasm':
      return { kind, file: target, args: textsOfLines(args), folders: textsOfLines(folders).map(folderOf), variables };
  }
}

/** Without a name the folder is seen under its own. */
function folderOf(line: string): { path: string; as: string } {
  const at = line.lastIndexOf('=');
  return at === -1 ? { path: line, as: line } : { path: line.slice(0, at), as: line.slice(at + 1) };
}
