// What is said of the catalogue's rules in policies and of the signed list, in English.
import type { CatalogueAuthority } from '../../contract/policy-reasons.ts';
import type { PolicyReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

const remedy = 'Ask whoever keeps it.';
const where: Readonly<Record<CatalogueAuthority, string>> = {
  file: 'policy.json',
  list: 'the signed list of the policy',
  fleet: "the fleet's policy",
};

export const policyWords: Words<PolicyReasons> = {
  'catalogue-forbidden': ({ by, because }) =>
    `The rule {rule} of ${where[by]} forbids {thing}${because === null ? '' : ': {because}'}. ${remedy}`,
  'catalogue-not-allowed': ({ by }) =>
    `{thing} is among nothing that ${where[by]} allows, and what it does not allow is forbidden. ${remedy}`,

  'no-policy-list': 'The policy names no signed list; put its address and key under catalogue.list in policy.json.',
  'policy-list-key':
    'The key of the signed list in policy.json is no Ed25519 public key; write its DER in base64, or its PEM.',
  'policy-list-away': 'The signed list could not be fetched: {why}',
  'policy-list-status': 'it was answered with status {status}; check its address',
  'policy-list-slow': 'it was not there within {seconds} seconds; try again',
  'policy-list-too-large': 'it is larger than {kib} KB; make it shorter',
  'policy-list-no-json': 'What came from the address of the signed list is no JSON; check the address.',
  'policy-list-does-not-fit': ({ at }) => `The signed list does not fit: ${at === null ? '' : '{at}: '}{why}`,
  'policy-list-unsigned':
    'What came from the address of the signed list carries no signature; sign it and put it there again.',
  'policy-list-wrong-key':
    'The signed list was not signed by the key that policy.json names ({fingerprint}); sign it with that one, or name the other.',
  'policy-list-rolled-back':
    'The signed list that came is of version {version}, older than {kept}, which is here; publish the newer one.',
  'policy-list-same-version':
    'The signed list that came is another one of the same version {version}; give it a higher version and sign it again.',
  'policy-list-expired': 'The signed list of version {version} has expired on {at}; publish a newer one.',
  'policy-list-moved': 'While the signed list was fetched, policy.json has come to name another one; refresh again.',
  'policy-list-tampered':
    'The signed list that was kept has been changed since it came, so it was set aside; fetch it again.',
};
