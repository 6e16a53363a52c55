// Brought into a page with its first request: takes over what the page posts from the small script that was there before.
import { declaredProviders, declaredServers } from './discover-links.ts';
import { takeHandover } from './handover.ts';
import { PageBridge, type Surroundings } from './page-bridge.ts';
import { pagePortName } from './port-names.ts';
import { keepListening } from './written-anew.ts';
import type { ToContent } from './port-messages.ts';

const handover = takeHandover();
if (handover) {
  const bridge = new PageBridge(surroundings(handover.port));
  // A page that may be shown again keeps nothing open meanwhile: some browsers would not keep it then.
  const left = ({ isTrusted }: Event) => isTrusted && bridge.left();
  const shown = ({ isTrusted, persisted }: PageTransitionEvent) => isTrusted && persisted && bridge.returned();
  keepListening(() => {
    window.addEventListener('pagehide', left);
    window.addEventListener('pageshow', shown);
  });
  handover.take(data => bridge.receive(data));
}

function surroundings(first: chrome.runtime.Port): Surroundings {
  let opened: chrome.runtime.Port | null = first;
  // A message cannot be addressed to a document without an origin of its own.
  const target = window.origin === 'null' || location.protocol === 'file:' ? '*' : window.origin;
  return {
    post: message => window.postMessage(message, target),
    servers: () => declaredServers(document),
    providers: () => declaredProviders(document),
    connect: (heard, lost) => {
      const port = opened ?? chrome.runtime.connect({ name: pagePortName });
      opened = null;
      port.onMessage.addListener((message: ToContent) => heard(message));
      port.onDisconnect.addListener(() => {
        void chrome.runtime.lastError;
        lost();
      });
      return { post: message => port.postMessage(message), close: () => port.disconnect() };
    },
  };
}
