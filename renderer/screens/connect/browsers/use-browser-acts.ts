// What can be done with a browser of this machine: connect it, repair it, start it, open the page of its extensions.
import { useAct, usePanelParts } from '../../../parts/panel-context.tsx';
import { addNotice } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** False where the clipboard refused. */
const copied = (text: string) =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );

export function useBrowserActs() {
  const act = useAct();
  const { store } = usePanelParts();
  const switchOff = ({ id, name }: Named) =>
    act('manifests:uninstall', { browserId: id }, t('The manifest of {name} was removed.', { name }));
  const told = (browser: Named) =>
    addNotice(store, 'done', t('The manifest of {name} was written.', { name: browser.name }), {
      label: t('Undo'),
      run: () => void switchOff(browser),
    });
  const openPage = async ({ id, name }: Named) => {
    const answer = await act('browsers:open-extensions', { browserId: id });
    if (!answer || answer.isOpen) return;
    const { address } = answer;
    const sentence = (await copied(address))
      ? t('{name} opens {address} for nobody but you. The address is copied: paste it there.', { name, address })
      : t('{name} opens {address} for nobody but you. Type it there.', { name, address });
    addNotice(store, 'news', sentence);
  };
  const switchOn = async (browser: Named) => {
    const done = await act('manifests:install', { browserId: browser.id });
    if (done) told(browser);
    return done !== undefined;
  };
  return {
    switchOn,
    switchOff,
    openPage,
    /** Writes the manifest, then shows where the extension is loaded. */
    connect: async (browser: Named) => {
      if (await switchOn(browser)) await openPage(browser);
    },
    repair: ({ id, name }: Named) =>
      act('manifests:repair', { browserId: id }, t('{name} starts Pilothouse again.', { name })),
    start: ({ id, name }: Named) => act('browsers:start', { browserId: id }, t('{name} was started.', { name })),
  };
}
