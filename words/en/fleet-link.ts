// Why a hub does not come into its fleet, in English.
import type { FleetLinkReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

const credentialForms: Readonly<Record<FleetLinkReasons['fleet-credential-form']['form'], string>> = {
  creds: 'What was given is not a .creds file of NATS; take the one that nsc has written for this user.',
  nkey: 'What was given is not the seed of an nkey of a user, which begins with SU; pilothouse fleet nkey makes one.',
  'nkey-as-creds':
    'What was given is the seed of an nkey and not a .creds file; give it as an nkey (--nkey, or "nkey" in a set-up file).',
  'creds-as-nkey':
    'What was given is a .creds file and no seed of an nkey; give it as such (--creds, or "creds" in a set-up file).',
};

export const fleetLinkWords: Words<FleetLinkReasons> = {
  'fleet-address-other': '{found} is no address of a NATS server; write it like tls://nats.example:4222.',
  'fleet-address-users':
    'The addresses {address} name different users or passwords; a hub shows the same to each server of its fleet, so name one.',
  'fleet-plaintext':
    '{address} would be reached without TLS, and others could read along; write tls://, or allow that expressly (--allow-plaintext).',
  'fleet-no-host': 'No host is called {host}; check the address and the name server.',
  'fleet-connection-refused': 'Nothing answers at {address}; check the address, and whether the NATS server runs.',
  'fleet-silent': '{address} did not answer in time; check the address and the network.',
  'fleet-unreachable': '{address} cannot be reached: {why}',
  'fleet-server-refuses':
    'JetStream at {address} does not do what this hub needs ({why}); whoever runs the server has to see to that.',
  'fleet-no-tls': '{address} does not speak TLS as a NATS server does; check its port and its TLS settings.',
  'fleet-certificate':
    'The certificate of {address} is not trusted ({why}); name the file of the authority that signed it.',
  'fleet-ca-unreadable': 'The certificates in {file} cannot be read ({why}); name a readable file in PEM.',
  'fleet-credential-form': ({ form }) => credentialForms[form],
  'fleet-credential-wrong':
    '{address} does not take these credentials, or lets nobody in without any; ask whoever runs the fleet for some (--creds, --nkey, --user or --token-stdin).',
  'fleet-credential-ended':
    '{address} no longer takes the credentials of this hub: they were revoked, changed or have expired. Join again with new ones.',
  'fleet-credential-lost': 'The secret {secret} is gone; join the fleet again with its credentials.',
  'fleet-no-jetstream': '{address} offers no JetStream to this account; it has to be switched on there.',
  'fleet-no-buckets':
    'The fleet has not been set up at {address}: {missing} are missing. Run pilothouse fleet init with credentials that may make them.',
  'fleet-no-room':
    'The NATS server has no room for the stream {stream}, which is to hold {asked} bytes. Run pilothouse fleet init with a smaller {option}, or have more allowed there: max_file_store of each server, max_file of the account.',
  'fleet-not-allowed':
    'The account does not let this hub use {subject}; give it the rights that pilothouse fleet rights {hub}{flags} prints.',
  'fleet-not-administrator':
    'The account does not let these credentials use {subject}, and no hub is to have rights for that; use the credentials of whoever set the fleet up, a user of the account that has its streams.',
  'fleet-clock': ({ how }) =>
    `The clock of this machine is {seconds} s ${how === 'ahead' ? 'ahead of' : 'behind'} that of the NATS server; set it right.`,
  'fleet-name-taken':
    'Another hub of this fleet is called {hub} (version {version}); choose another name, with --name when joining and with pilothouse fleet rename afterwards, or, if that hub is gone, have its name freed with pilothouse fleet free {hub}.',
  'fleet-name-here':
    '{hub} is in the fleet (version {version}), so its name is not freed. If it has only just ended, try again in 15 s; otherwise have it leave with pilothouse fleet leave, or take its user away at the NATS server.',
  'fleet-twin':
    'Another hub with a copy of this data home is in the fleet as {hub}; make this one a hub of its own with pilothouse fleet rename.',
  'fleet-another':
    '{address} leads to another fleet ({found}) than the one that this hub is in ({own}), so nothing of it is told there. To go over to that one, leave the own one with pilothouse fleet leave and join again; otherwise have the address lead to the own one. Where it is the own one with its buckets made anew, have it marked with pilothouse fleet init --fleet-id {own}.',
  'fleet-server-lost': 'The connection to {address} is lost; it is tried again.',
  'fleet-part-failed': 'A part of the fleet does not work, {part}: {why}',
  'fleet-hub-unread':
    'What {hub} says of itself cannot be read here, so it is not shown: it runs Pilothouse {version}. Update the older one of the two.',
  'fleet-unreadable':
    'What is kept here of the fleet cannot be read, so this hub stays out of it while its policy holds on; leave it with pilothouse fleet leave, and join again.',
  'fleet-signer-key':
    'The key of {signer} is no public Ed25519 key in PEM or base64; take what pilothouse fleet keys new has printed, or make one of a private key with openssl pkey -pubout.',
  'fleet-none': 'This hub is in no fleet; join one with pilothouse fleet join.',
  'fleet-not-online': ({ so }) =>
    so === 'joining'
      ? 'This hub is still joining its fleet; nothing was asked there, try again in a moment.'
      : `${so === 'offline' ? 'This hub does not reach its fleet' : 'The fleet does not let this hub in'} now, so nothing was asked or changed there; pilothouse fleet status says why.`,
  'fleet-in-one': 'This hub is in the fleet at {address} already; leave that one first.',

  'fleet-joined': ({ roles }) =>
    `joining the fleet at {address} as {hub}${roles.length === 0 ? '' : ', with the roles {roles}'}`,
  'fleet-left': ({ entries, shares, rules, clients }) =>
    `leaving the fleet, whose policy then no longer holds here${entries > 0 ? `, and which {entries} ${entries === 1 ? 'entry of the audit has' : 'entries of the audit have'} not reached and will not` : ''}${shares + rules + clients > 0 ? '; what this hub shares ({shares}), its grants to other hubs ({rules}) and what it knows of their agents ({clients}) end with it' : ''}`,
  'fleet-renamed': 'the name {hub} in the fleet, where roles, shares and grants for its old name then no longer hold',
  'fleet-shown': ({ shown }) =>
    shown.length === 0 ? 'showing nothing of this hub to its fleet' : 'showing {shown} of this hub to its fleet',
};
