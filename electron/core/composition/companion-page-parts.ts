// The companion's own pages: their way in, joined to what panels are shown and to the panel's requests.
import { AskingBrowsers } from '../companion-pages/asking-browsers.ts';
import { BrowserChats } from '../companion-pages/browser-chats.ts';
import { CompanionViews } from '../companion-pages/companion-views.ts';
import type { PanelServer } from '../panel/panel-server.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

export async function createCompanionPages(
  { platform, panels, closers }: Boot,
  { state, store }: BaseParts,
  { browsers, ownToolNames }: Registries,
  panel: Pick<PanelServer, 'connect'>,
): Promise<void> {
  const chats = new BrowserChats(store.settings);
  await chats.load();
  const all = new Set<CompanionViews>();
  browsers.serveViews(({ id, name }, wire) => {
    const views: CompanionViews = new CompanionViews({
      ...{ wire, state, panel, chats, browserId: id, ownTools: ownToolNames },
      browserName: () => state.get('browsers', id)?.name ?? name,
      now: () => platform.now(),
      onClosed: () => all.delete(views),
    });
    all.add(views);
    return views;
  });
  const asking = new AskingBrowsers({
    state,
    isPanelSeen: () => panels.anySeen,
    tell: (browserId, told) => browsers.asking(browserId, told),
  });
  panels.overhear(event => {
    if (event.event === 'sites:question-ended') for (const views of all) views.ended(event.data.questionId, event.data);
  });
  panels.onSeen(() => asking.changed());
  const end = state.subscribe(({ changes }) => {
    // One that its user forgets begins anew when it comes back.
    for (const { collection, id, value } of changes)
      if (collection === 'browsers' && value === null) void chats.forget(id);
    for (const views of all) views.changed();
    asking.changed();
  });
  closers.add(end);
  const unfollow = ownToolNames.onChanged(() => {
    for (const views of all) views.changed();
  });
  closers.add(unfollow);
}
