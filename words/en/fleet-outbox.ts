// What is said of audit and traces on their way to the fleet, in English.
import type { FleetOutboxKind, FleetOutboxReasons } from '../../contract/fleet-outbox-reasons.ts';
import type { Words } from '../reason.ts';

const stay = (of: FleetOutboxKind) => (of === 'audit' ? 'The audit waits here' : 'Traces wait here');

export const fleetOutboxWords: Words<FleetOutboxReasons> = {
  'fleet-outbox-refused': ({ of }) =>
    `The stream {stream} does not take what this hub sends ({said}). ${stay(of)} and ${of === 'audit' ? 'is' : 'are'} tried again; ask whoever runs the fleet.`,
  'fleet-outbox-full': ({ of }) =>
    `The stream {stream} has no room ({said}). ${stay(of)} until there is: raise its limits or shorten what it keeps with pilothouse fleet retention.`,
  'fleet-outbox-no-stream': ({ of }) =>
    `There is no stream {stream} in the fleet. ${stay(of)} until pilothouse fleet init has made it.`,
  'fleet-outbox-too-large': ({ of }) =>
    `An entry of {bytes} bytes is larger than the stream {stream} takes. ${stay(of)}; raise max_payload of the NATS server or max_msg_size of the stream.`,
  'fleet-outbox-silent': ({ of }) =>
    `The stream {stream} has not answered in time. ${stay(of)} and ${of === 'audit' ? 'is' : 'are'} tried again; check that JetStream runs, that its disk has room, and that the account may use it.`,
  'fleet-audit-waits': ({ entries }) =>
    `{entries} ${entries === 1 ? 'entry of the audit waits for the fleet and is' : 'entries of the audit wait for the fleet and are'} kept beyond what is set; check the connection, or leave the fleet.`,
  'fleet-outbox-branched': ({ of }) =>
    `The fleet knows ${of === 'audit' ? 'an audit' : 'traces'} of this hub that it does not have itself: it was restored from a backup or copied. What is new goes on as epoch {epoch}.`,
  'fleet-retention-refused':
    'The stream {stream} was not changed ({said}); no hub is to have rights for that, so use the credentials of whoever set the fleet up: pilothouse fleet retention --nats ADDRESS.',
  'fleet-read-silent':
    'The stream {stream} did not answer in time; try again, or ask whoever runs the server whether JetStream works.',
  'fleet-read-refused':
    'The stream {stream} cannot be read ({said}); ask whoever runs the fleet whether this hub may, and whether it was set up.',

  'fleet-retention-set': ({ auditDays, traceDays }) =>
    [
      ...(auditDays === null ? [] : ['keeping the audit of the fleet for {auditDays} days']),
      ...(traceDays === null ? [] : ['keeping its traces for {traceDays} days']),
    ].join(', '),
  'fleet-outbox-set': 'what goes to the fleet: {options}',
};
