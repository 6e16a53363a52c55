// The steps of "Add a server": what is typed, pasted or found, then what of it is picked, then the approval of what was added.
import { useState } from 'react';
import { isSameName } from '../../../../contract/names.ts';
import { isAddress, isPackageAddress } from '../../../../contract/server-address.ts';
import { readServerLink } from '../../../../contract/server-links.ts';
import { searchPath } from '../../../frame/catalogue-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { usePanelParts, useSnapshot } from '../../../parts/panel-context.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { isPlain } from './import-choice.ts';
import { addOf, isList, isNamed, nameFor, nothingTyped, type Typed, type TypedServer } from './typed.ts';
import { useImport } from './use-import.ts';
import type { ImportSource } from '../../../../contract/schemas/imports.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

export type Kind = 'command' | 'remote' | 'json' | 'import';

/** Each of the ways to name a server keeps what it has while another is looked at. */
export function useAdding(draft: Typed | null, onClose: () => void) {
  const typing = useTyping(draft);
  const [added, setAdded] = useState<readonly string[]>([]);
  const [isLazy, setLazy] = useState(false);
  const finish = (ids: readonly string[]) => {
    const [first] = ids;
    if (first === undefined) return;
    typing.clear();
    if (ids.length > 1) setAdded(ids);
    else goTo('servers', first);
  };
  const { importing, sending, read, add } = useSubmitting(typing, isLazy, { finish, onClose });
  const close = () => {
    importing.reset();
    setAdded([]);
    onClose();
  };
  const complete = importing.preview ? importing.complete : typing.complete;
  const said = importing.said ?? sending.said;
  const busy = importing.busy || sending.busy;
  return { ...typing, isLazy, setLazy, importing, read, added, complete, busy, said, add, close };
}

/** How what is there becomes servers: at once, or shown first. */
function useSubmitting(
  { kind, typed }: ReturnType<typeof useTyping>,
  isLazy: boolean,
  { finish, onClose }: { readonly finish: (ids: readonly string[]) => void; readonly onClose: () => void },
) {
  const start = isLazy ? ({ start: 'first-use' } as const) : {};
  const { link } = usePanelParts();
  const importing = useImport(start);
  const sending = useSending();
  /** What needs no question is added at once; else it is shown. */
  const read = async (source: ImportSource) => {
    const named = source.kind === 'text' ? readServerLink(source.text.trim()) : null;
    if (named?.kind === 'entry') {
      onClose();
      goTo('catalogue', searchPath(named.name));
      return;
    }
    const found = await importing.read(source);
    if (found && source.kind === 'text' && isPlain(found)) finish(await importing.addAll(found));
  };
  /** It is shown first where it holds secrets that nobody has named as such: they are offered for the store. */
  const addTyped = async (server: TypedServer) => {
    const found = await importing.read({ kind: 'typed', server });
    if (!found || found.entries.some(({ offers }) => offers.some(offer => !isNamed(server, offer)))) return;
    importing.reset();
    const sent = await sending.send(() => link.request('servers:add', { ...server, ...start }));
    finish(sent?.serverIds ?? []);
  };
  const add = async () => {
    if (importing.preview) {
      const ids = await importing.add();
      // No server was among what was taken over.
      return ids?.length === 0 ? onClose() : finish(ids ?? []);
    }
    if (kind === 'json') return read({ kind: 'text', text: typed.text });
    const isRead = isList(typed.commandLine) || isPackageAddress(typed.commandLine);
    if (isRead) return read({ kind: 'text', text: typed.commandLine });
    return addTyped(addOf(typed));
  };
  return { importing, sending, read, add };
}

function useTyping(draft: Typed | null) {
  const [chosen, setKind] = useState<Kind>(draft?.text ? 'json' : 'command');
  const [typed, setTyped] = useState(draft ?? nothingTyped);
  const here = Object.values(useSnapshot().servers);
  // An address is one wherever it is typed; the field stays, so that typing goes on.
  const kind = chosen === 'command' && isAddress(typed.commandLine) ? 'remote' : chosen;
  return {
    kind,
    setKind,
    typed,
    onType: (change: Partial<Typed>) => setTyped(before => ({ ...before, ...change })),
    clear: () => setTyped(nothingTyped),
    complete: isComplete(kind, typed) && isFree(here, kind, typed),
  };
}

/** A list brings names of its own. */
function isFree(here: readonly Pick<Server, 'name'>[], kind: Kind, typed: Typed): boolean {
  if (kind === 'json' || isList(typed.commandLine)) return true;
  return !here.some(({ name }) => isSameName(name, nameFor(typed)));
}

function isComplete(kind: Kind, typed: Typed): boolean {
  const { commandLine, text } = typed;
  switch (kind) {
    case 'command':
      return isList(commandLine) || (commandLine.trim() !== '' && nameFor(typed) !== '');
    case 'remote':
      return isList(commandLine) || (isAddress(commandLine) && nameFor(typed) !== '');
    case 'json':
      return text.trim() !== '';
    case 'import':
      return false;
  }
}
