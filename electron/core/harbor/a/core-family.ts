// The first words of the wire, and the diagnostic ping, which shows that news arrive.
import { textIn } from './asked.ts';
import type { Family } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';

/** What the extension shows of its bridge; it compares nothing. */
export const bridgeVersion = '0.1.0';

export function coreFamily({ platform }: Pick<HarborAServices, 'platform'>): Family {
  return {
    hello: () => ({ bridge_version: bridgeVersion }),
    ping: asked => {
      const echo = textIn(asked, 'echo') ?? 'pong';
      const timestamp = platform.now();
      const message = `Ping received: ${echo}`;
      asked.tell('status_update', { category: 'diagnostic', status: 'ping_received', timestamp, message, echo });
      return { echo, timestamp, message: 'Ping successful - check for status_update message' };
    },
  };
}
