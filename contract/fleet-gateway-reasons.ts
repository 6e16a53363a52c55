// What is said of a gateway of a fleet: which credentials it does not take, and why it carries nothing out.

/** Why what stands in the bucket of gateways is not taken. */
export type GatewayClientFault =
  | 'too-large'
  | 'no-json'
  | 'unsigned'
  /** By none of the keys that the gateway was started with. */
  | 'unknown-key'
  | 'wrong-signature'
  | 'does-not-fit'
  /** It is signed for another place in the bucket, or for another fleet. */
  | 'elsewhere'
  | 'older'
  /** Signed at a moment that has not come: a clock is wrong. */
  | 'future'
  | 'expired';

/** Why a gateway carries nothing out, or has no answer that it may give. */
export type GatewayStand =
  | 'drains'
  | 'offline'
  | 'clients-unread'
  /** The fleet has a policy that this gateway cannot take. */
  | 'policy-refused'
  /** Entries of the audit wait to be acknowledged. */
  | 'audit-waits'
  /** The call was carried out. */
  | 'audit-late';

/** As `fleetLinkStates` has them. */
export type FleetLinkState = 'joining' | 'online' | 'offline' | 'refused';

export interface FleetGatewayReasons {
  'gateway-client-refused': { client: string; so: GatewayClientFault };
  'gateway-clients-refused': { count: number };
  /** The first of those keys in their bucket that are no clients' at all. */
  'gateway-key-other': { key: string };
  /** The administrator has removed the credential, or made another one in its place. */
  'gateway-client-gone': { client: string };
  'gateway-stands': { so: GatewayStand };
  'gateway-fleet': { so: FleetLinkState };
  /** How the live export of a signal goes. */
  'gateway-export': { of: 'spans' | 'metrics' | 'logs'; so: 'failing' | 'ok' };
}
