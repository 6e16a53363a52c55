// Passes the panel's WebSocket on to the hub, frame by frame. A page proves itself to the hub as it does without us; only what it proved
// to a hub that was started again since is proved anew for it.
import { WebSocket, WebSocketServer } from 'ws';

const maxFrameBytes = 8 * 1024 * 1024;
const unavailable = 'HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n';
const forbidden = 'HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n';

/**
 * `address` is the origin of Vite's server, and the only one that may connect. `hub` gives where the hub listens, the same object as long
 * as it is the same hub, or null; `freshToken` asks it for a token.
 */
export function proxyPanel(httpServer, { address, hub, freshToken }) {
  const keys = new HubKeys(freshToken);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes });
  httpServer.on('upgrade', (request, socket, head) => {
    if (request.url !== '/panel') return;
    socket.on('error', () => socket.destroy());
    const { host, origin } = request.headers;
    if (origin !== address || `http://${host}` !== address) return void socket.end(forbidden);
    const now = hub();
    if (now === null) return void socket.end(unavailable);
    sockets.handleUpgrade(request, socket, head, page => join(page, now));
  });

  function join(page, now) {
    const panel = new WebSocket(`${now.origin.replace('http', 'ws')}/panel`, { origin: now.origin });
    const opened = new Promise(resolve => panel.once('open', resolve));
    page.once('message', async data => {
      const proof = await keys.proofFor(String(data), now).catch(() => null);
      if (proof === null) return page.terminate();
      await opened;
      panel.send(proof);
      page.on('message', frame => panel.send(String(frame)));
    });
    panel.once('message', data => keys.keep(String(data), now));
    panel.on('message', data => page.send(String(data)));
    panel.on('close', code => (code === 1006 ? page.terminate() : page.close(code)));
    page.on('close', () => panel.terminate());
    for (const socket of [page, panel]) socket.on('error', () => socket.terminate());
  }
}

class HubKeys {
  /** Every key that a hub gave, with the hub that gave it. */
  #givenBy = new Map();
  #freshToken;

  constructor(freshToken) {
    this.#freshToken = freshToken;
  }

  /** The proof of a page, or another in place of a key that an earlier hub gave. */
  async proofFor(text, hub) {
    const { key } = JSON.parse(text);
    const giver = this.#givenBy.get(key);
    if (giver === undefined || giver === hub) return text;
    const token = await this.#freshToken();
    this.#givenBy.delete(key);
    return JSON.stringify({ token });
  }

  keep(text, hub) {
    const { key } = JSON.parse(text);
    if (key !== undefined) this.#givenBy.set(key, hub);
  }
}
