// What is said of a gateway of a fleet, in English.
import type {
  FleetGatewayReasons,
  FleetLinkState,
  GatewayClientFault,
  GatewayStand,
} from '../../contract/fleet-gateway-reasons.ts';
import type { Words } from '../reason.ts';

const faults: Readonly<Record<GatewayClientFault, string>> = {
  'too-large': 'it is larger than an entry may be; make it again with fewer grants',
  'no-json': 'it is not JSON; make it again with pilothouse fleet client add',
  unsigned: 'it is not signed; make it with pilothouse fleet client add',
  'unknown-key':
    'it is signed by a key that this gateway was not started with; name that key with --signer, or sign it anew',
  'wrong-signature': 'its signature does not fit; somebody has changed it, make it again',
  'does-not-fit': 'it says something that this version does not know; make it with the version of this gateway',
  elsewhere: 'it is signed for another client or another fleet; somebody has moved it, take it away',
  older: 'it is older than what was in force before; somebody has put it back, make it again',
  future: 'it is signed at a moment that has not come yet; set the clocks right',
  expired: 'it has expired; make it again',
};

const stands: Readonly<Record<GatewayStand, string>> = {
  drains: 'This gateway ends; send the request again, and another one takes it.',
  offline: 'This gateway does not reach its fleet; nothing was begun, send the request again.',
  'clients-unread': 'This gateway has not read its clients yet; send the request again in a moment.',
  'policy-refused':
    'The fleet has a policy that this gateway cannot take, so it carries nothing out; name the key that signed it with --signer, or set the clocks right.',
  'audit-waits': 'The fleet does not acknowledge the audit; nothing was begun, try again once it does.',
  'audit-late':
    'The call was carried out, and the fleet has not acknowledged its audit; look at what it has done before you repeat it.',
};

const links: Readonly<Record<FleetLinkState, string>> = {
  joining: 'This gateway is joining its fleet.',
  online: 'This gateway is in its fleet.',
  offline: 'This gateway does not reach its fleet, and keeps trying.',
  refused: 'Its fleet does not let this gateway in; it tries again from time to time.',
};

export const fleetGatewayWords: Words<FleetGatewayReasons> = {
  'gateway-client-refused': ({ so }) => `The client "{client}" is not taken: ${faults[so]}.`,
  'gateway-clients-refused':
    'More than {count} entries of clients are not taken; see with pilothouse fleet client list which ones nobody has signed, and check who may write there.',
  'gateway-key-other':
    'The bucket of the clients of gateways has the key {key}, which is no client’s, and perhaps more such keys; they are passed over. Check who may write there.',
  'gateway-client-gone':
    'The credential {client} was removed or replaced by whoever runs this gateway; ask for a new one.',
  'gateway-stands': ({ so }) => stands[so],
  'gateway-fleet': ({ so }) => links[so],
  'gateway-export': ({ of, so }) =>
    so === 'ok' ? `The live export of ${of} works again.` : `The live export of ${of} fails; calls go on.`,
};
