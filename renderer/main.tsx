// Starts the panel: language, theme, line to the hub, store, first drawing.
import './words/language.ts';
import './styles/panel.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openBridge } from './bridge.ts';
import { App } from './frame/app.tsx';
import { openConnectFirst } from './frame/first-start.ts';
import { syncNotice } from './frame/sync-notice.ts';
import { tellSeen } from './frame/tell-seen.ts';
import { startTheme } from './frame/theme.ts';
import { PanelContext } from './parts/panel-context.tsx';
import { addNotice, createPanelStore, startSampling } from './store/panel-store.ts';
import { startSync } from './store/sync.ts';

startTheme();
const link = openBridge();
const store = createPanelStore();
openConnectFirst(store);
startSync(link, store, Date.now, news => {
  const { kind, text } = syncNotice(news, store.getState().snapshot);
  addNotice(store, kind, text);
});
startSampling(store, Date.now);
tellSeen(link);

const place = document.getElementById('panel');
if (!place) throw new Error('The page has no element "panel"; index.html and main.tsx belong to different builds.');
createRoot(place).render(
  <StrictMode>
    <PanelContext value={{ link, store }}>
      <App />
    </PanelContext>
  </StrictMode>,
);
