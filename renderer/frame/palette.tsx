// Ctrl K: goes to every place and thing, and does what can be done with it. `?` lists the keys.
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useAct, useSnapshot } from '../parts/panel-context.tsx';
import { useReturnFocus } from '../parts/use-return-focus.ts';
import { t } from '../words/language.ts';
import { isCommand, useKeys, useShortcut } from './keys.ts';
import { findEntries, type PaletteEntry, paletteEntries } from './palette-entries.ts';
import { goTo, screens } from './route.ts';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';

export function Palette() {
  const [open, setOpen] = useState(false);
  const [listing, setListing] = useState(false);
  const focus = useReturnFocus();
  useKeys({ '?': () => setListing(true) });
  useShortcut(
    event => event.key.toLowerCase() === 'k' && isCommand(event) && !event.shiftKey && !event.altKey,
    () => setOpen(now => !now),
  );
  return (
    <>
      <button
        type="button"
        className="palette-button"
        onClick={() => setOpen(true)}
        title={t('Search or run a command')}
      >
        <Search className="icon-14" aria-hidden="true" />
        <span className="fill ellipsis text-left">{t('Search or run a command')}</span>
        <kbd className="keycap" data-key={t('Ctrl K')} aria-hidden="true" />
      </button>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Portal>
          <div className="scrim" />
          <Dialog.Content className="sheet palette" aria-describedby={undefined} {...focus}>
            <Dialog.Title className="visually-hidden">{t('Search or run a command')}</Dialog.Title>
            <Entries onDone={() => setOpen(false)} onShortcuts={() => setListing(true)} />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <ShortcutsSheet open={listing} onClose={() => setListing(false)} />
    </>
  );
}

function Entries({ onDone, onShortcuts }: { onDone: () => void; onShortcuts: () => void }) {
  const snapshot = useSnapshot();
  const act = useAct();
  const [query, setQuery] = useState('');
  const entries = findEntries(paletteEntries(snapshot, screens), query);
  const groups = [...new Set(entries.map(({ group }) => group))];
  const run = ({ does }: PaletteEntry) => {
    onDone();
    if ('go' in does) goTo(does.go, does.id);
    else if ('show' in does) onShortcuts();
    else void act(does.ask.name, does.ask.params);
  };
  return (
    <Command label={t('Search or run a command')} loop shouldFilter={false}>
      <Command.Input placeholder={t('Search or run a command')} value={query} onValueChange={setQuery} />
      <Command.List label={t('Suggestions')}>
        <Command.Empty>{t('Nothing is called that.')}</Command.Empty>
        {groups.map(group => (
          <Command.Group key={group} heading={group}>
            {entries
              .filter(entry => entry.group === group)
              .map(entry => (
                <Command.Item key={entry.id} value={entry.id} onSelect={() => run(entry)}>
                  <bdi className="ellipsis">{entry.text}</bdi>
                </Command.Item>
              ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}
