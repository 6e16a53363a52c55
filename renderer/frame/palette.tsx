// Ctrl K: goes to a screen, an agent, a server, a tool, or changes what agents may do now.
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useState } from 'react';

import type { Snapshot } from '../../electron/contract/snapshot.ts';
import { useAct, useSnapshot, type Act } from '../parts/panel-context.tsx';
import { connectedAgents } from '../store/identity.ts';
import { runModeWords } from '../words/mode-words.ts';
import { visibleText } from '../words/visible-text.ts';
import { useReturnFocus } from '../parts/use-return-focus.ts';
import { goTo, screens } from './route.ts';

interface Entry {
  readonly id: string;
  readonly group: string;
  readonly text: string;
  readonly run: () => void;
}

export function Palette() {
  const [open, setOpen] = useState(false);
  const focus = useReturnFocus();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen(now => !now);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <button type="button" className="find" onClick={() => setOpen(true)} title="Search or run a command">
        <Search className="i14" aria-hidden="true" />
        <span className="fill cut text-left">Search or run a command</span>
        <kbd className="key" data-key="Ctrl K" aria-hidden="true" />
      </button>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Portal>
          <div className="scrim" />
          <Dialog.Content className="sheet palette" aria-describedby={undefined} {...focus}>
            <Dialog.Title className="unheard">Search or run a command</Dialog.Title>
            <Entries onDone={() => setOpen(false)} />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  );
}

function Entries({ onDone }: { onDone: () => void }) {
  const entries = paletteEntries(useSnapshot(), useAct());
  const groups = [...new Set(entries.map(({ group }) => group))];
  return (
    <Command label="Search or run a command" loop>
      <Command.Input placeholder="Search or run a command" />
      <Command.List>
        <Command.Empty>Nothing is called that.</Command.Empty>
        {groups.map(group => (
          <Command.Group key={group} heading={group}>
            {entries
              .filter(entry => entry.group === group)
              .map(({ id, text, run }) => (
                <Command.Item
                  key={id}
                  value={`${text} ${id}`}
                  onSelect={() => {
                    onDone();
                    run();
                  }}
                >
                  <bdi className="cut">{visibleText(text)}</bdi>
                </Command.Item>
              ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function paletteEntries(snapshot: Snapshot, act: Act): Entry[] {
  const modes = Object.entries(runModeWords) as [Snapshot['hub']['mode'], string][];
  return [
    ...screens.map(screen => ({ id: screen, group: 'Go to', text: capital(screen), run: () => goTo(screen) })),
    ...modes
      .filter(([mode]) => mode !== snapshot.hub.mode)
      .map(([mode, word]) => ({
        id: `mode ${mode}`,
        group: 'Agents may',
        text: `All agents: ${word.toLowerCase()}`,
        run: () => void act('hub:set-mode', { mode }),
      })),
    { id: 'add', group: 'Do', text: 'Add a server', run: () => goTo('servers', '+') },
    ...connectedAgents(snapshot).map(({ id, name }) => ({
      id,
      group: 'Agents',
      text: name,
      run: () => goTo('agents', id),
    })),
    ...Object.values(snapshot.servers).map(({ id, name }) => ({
      id: `server ${id}`,
      group: 'Servers',
      text: name,
      run: () => goTo('servers', id),
    })),
    ...Object.values(snapshot.tools).map(({ id }) => ({
      id: `tool ${id}`,
      group: 'Tools',
      text: id,
      run: () => goTo('tools', id),
    })),
  ];
}
