// What is said of live export by OTLP, in English.
import type { TelemetryReasons } from '../../contract/telemetry-reasons.ts';
import type { Words } from '../reason.ts';

const saying = (said: string) => (said === '' ? '' : ' ({said})');

export const telemetryWords: Words<TelemetryReasons> = {
  'telemetry-secret-in-address':
    'The address may have no user, password or query, because it is shown; put what is secret into a header.',
  'telemetry-no-endpoint':
    'There is no endpoint for {signal}; set the shared one or one of its own, such as http://127.0.0.1:4318.',
  'telemetry-plain-http':
    '{address} is another machine, and what goes there without TLS can be read on the way; use https, or allow it with allowPlainHttp.',
  'telemetry-header-lacks-value': 'The header {header} has no value any more, so nothing is sent; set it again.',
  'telemetry-unreachable':
    '{address} does not answer ({said}). It is tried again; check the address, and that the receiver runs.',
  'telemetry-busy': ({ said }) =>
    `{address} takes nothing at the moment: status {status}${saying(said)}. It is tried again.`,
  'telemetry-refused': ({ said }) =>
    `{address} has refused what was sent: status {status}${saying(said)}. That is dropped; check the path, the protocol and the headers.`,
  'telemetry-partly': ({ said }) => `{address} has left out {rejected} of what was sent${saying(said)}.`,
  'telemetry-not-written': 'What was to be sent could not be written ({said}) and is dropped.',

  'telemetry-set': 'live export by OTLP: {options}',
};
