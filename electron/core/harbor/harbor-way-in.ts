// The way in of Harbor's extensions: a relay that one of them was started for is handed to those who speak its generation.
import { acceptHarborA } from './a/harbor-a-connection.ts';
import { acceptHarborB } from './b/harbor-b-connection.ts';
import { harborOf } from './harbor-extensions.ts';
import type { HarborGeneration } from '../../../contract/harbor.ts';
import type { PeerHello } from '../../../contract/schemas/endpoint.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import type { HarborBServices } from './b/harbor-b-services.ts';
import type { HarborCaller } from './harbor-services.ts';

type Services = HarborBServices;
type Accept = (services: Services, caller: HarborCaller, channel: FrameChannel) => void;

const accepts: Readonly<Record<HarborGeneration, Accept>> = { a: acceptHarborA, b: acceptHarborB };

/** Takes the relay, if it is one of Harbor's; false otherwise. */
export function acceptHarbor(services: Services, hello: PeerHello & { role: 'relay' }, channel: FrameChannel): boolean {
  const extension = harborOf(hello.argv);
  if (!extension) return false;
  accepts[extension.generation](services, { extensionId: extension.id, relayPid: hello.pid }, channel);
  return true;
}

/**
 * Why this relay has to end; null for every other peer. What an extension of the second generation has asked of a hub that is gone stays
 * unanswered, and what it had started there is gone too: it notices neither before its port closes, and then comes back by itself.
 */
export function refuseHarbor(hello: PeerHello): string | null {
  if (hello.role !== 'relay' || hello.returning !== true || harborOf(hello.argv)?.generation !== 'b') return null;
  return 'The hub was away; the extension opens its port anew.';
}
