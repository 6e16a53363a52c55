// Runs in the top frame of each page, before its first script: hands what the page asks to the background. A page that asks nothing costs one listener.
import { declaredProviders, declaredServers } from './discover-links.ts';
import { PageBridge, type Surroundings } from './page-bridge.ts';
import { pagePortName, type ToContent } from './port-messages.ts';

/** The browser's own viewers stand in the place of a page. */
const isPage = /^(text\/html|application\/xhtml\+xml|image\/svg\+xml)$/.test(document.contentType);
/** Of a page that is loaded before anybody looks at it; what is over is not answered. */
const maxHeld = 200;

if (isPage && window === window.top) listen();

function listen(): void {
  let bridge: PageBridge | null = null;
  let held: unknown[] | null = null;
  const receive = (data: unknown) => {
    bridge ??= start();
    bridge.receive(data);
  };
  window.addEventListener('message', event => {
    if (event.source !== window || !isMeant(event.data)) return;
    if (!isHidden()) return receive(event.data);
    if (!held) {
      held = [];
      // Shown, it is served as if it had asked now.
      document.addEventListener('prerenderingchange', () => held?.splice(0).forEach(receive), { once: true });
    }
    if (held.length < maxHeld) held.push(event.data);
  });
}

/** Pages post much to themselves that is meant for others. */
function isMeant(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false;
  const { channel, namespace } = data as { channel?: unknown; namespace?: unknown };
  return [channel, namespace].some(
    name =>
      name === 'harbor_web_agent' ||
      name === 'web_agents_api' ||
      name === 'harbor-provider' ||
      name === 'harbor-website-tools',
  );
}

function isHidden(): boolean {
  return (document as Document & { readonly prerendering?: boolean }).prerendering === true;
}

function start(): PageBridge {
  const bridge = new PageBridge(surroundings());
  // A page that may be shown again keeps nothing open meanwhile: some browsers would not keep it then.
  window.addEventListener('pagehide', () => bridge.left());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) bridge.returned();
  });
  return bridge;
}

function surroundings(): Surroundings {
  // A document without an origin of its own can be posted to by nobody's name.
  const target = window.origin === 'null' || location.protocol === 'file:' ? '*' : window.origin;
  return {
    post: message => window.postMessage(message, target),
    servers: () => declaredServers(document),
    providers: () => declaredProviders(document),
    connect: (heard, lost) => {
      const port = chrome.runtime.connect({ name: pagePortName });
      port.onMessage.addListener((message: ToContent) => heard(message));
      port.onDisconnect.addListener(() => {
        // Read, or Chromium writes into the page's console that nobody did.
        void chrome.runtime.lastError;
        lost();
      });
      return { post: message => port.postMessage(message), close: () => port.disconnect() };
    },
  };
}
