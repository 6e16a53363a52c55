// What is said of a gateway of a fleet, in German.
import type {
  FleetGatewayReasons,
  FleetLinkState,
  GatewayClientFault,
  GatewayStand,
} from '../../contract/fleet-gateway-reasons.ts';
import type { Words } from '../reason.ts';

const faults: Readonly<Record<GatewayClientFault, string>> = {
  'too-large': 'er ist größer, als ein Eintrag sein darf; mit weniger Freigaben neu anlegen',
  'no-json': 'er ist kein JSON; mit pilothouse fleet client add neu anlegen',
  unsigned: 'er ist nicht signiert; mit pilothouse fleet client add anlegen',
  'unknown-key':
    'er ist mit einem Schlüssel signiert, den dieses Gateway beim Start nicht bekam; diesen mit --signer nennen oder neu signieren',
  'wrong-signature': 'seine Signatur passt nicht; jemand hat ihn geändert, neu anlegen',
  'does-not-fit': 'er enthält etwas, das diese Version nicht kennt; mit der Version dieses Gateways anlegen',
  elsewhere:
    'er ist für einen anderen Client oder eine andere Flotte signiert; jemand hat ihn verschoben; ihn entfernen',
  older: 'er ist älter als der, der zuvor galt; jemand hat ihn zurückgelegt, neu anlegen',
  future: 'er ist zu einem Zeitpunkt signiert, der noch in der Zukunft liegt; die Uhren stellen',
  expired: 'er ist abgelaufen; neu anlegen',
};

const stands: Readonly<Record<GatewayStand, string>> = {
  drains: 'Dieses Gateway endet; die Anfrage noch einmal senden, ein anderes nimmt sie an.',
  offline: 'Dieses Gateway erreicht seine Flotte nicht; nichts wurde begonnen, die Anfrage noch einmal senden.',
  'clients-unread': 'Dieses Gateway hat seine Clients noch nicht gelesen; die Anfrage gleich noch einmal senden.',
  'policy-refused':
    'Die Flotte hat eine Richtlinie, die dieses Gateway nicht annehmen kann, darum führt es nichts aus; den Schlüssel, der sie signiert hat, mit --signer nennen oder die Uhren stellen.',
  'audit-waits': 'Die Flotte bestätigt das Audit nicht; nichts wurde begonnen, danach noch einmal versuchen.',
  'audit-late':
    'Der Aufruf wurde ausgeführt, und die Flotte hat seinen Eintrag im Audit nicht bestätigt; vor dem Wiederholen nachsehen, was er getan hat.',
};

const links: Readonly<Record<FleetLinkState, string>> = {
  joining: 'Dieses Gateway tritt gerade seiner Flotte bei.',
  online: 'Dieses Gateway ist in seiner Flotte.',
  offline: 'Dieses Gateway erreicht seine Flotte nicht und versucht es weiter.',
  refused: 'Seine Flotte lässt dieses Gateway nicht herein; es versucht es von Zeit zu Zeit wieder.',
};

const signals = { spans: 'Spans', metrics: 'Metriken', logs: 'Logs' } as const;

export const fleetGatewayWords: Words<FleetGatewayReasons> = {
  'gateway-client-refused': ({ so }) => `Der Client „{client}“ wird nicht angenommen: ${faults[so]}.`,
  'gateway-clients-refused':
    'Mehr als {count} Einträge von Clients werden nicht angenommen; mit pilothouse fleet client list nachsehen, welche niemand signiert hat, und prüfen, wer dort schreiben darf.',
  'gateway-key-other':
    'In der Ablage der Clients von Gateways steht der Schlüssel {key}, der zu keinem Client gehört, und vielleicht mehr davon; sie werden übergangen. Prüfen, wer dort schreiben darf.',
  'gateway-client-gone':
    'Der Zugang {client} wurde vom Betreiber dieses Gateways entfernt oder ersetzt; um einen neuen bitten.',
  'gateway-stands': ({ so }) => stands[so],
  'gateway-fleet': ({ so }) => links[so],
  'gateway-export': ({ of, so }) =>
    so === 'ok'
      ? `Der laufende Export von ${signals[of]} gelingt wieder.`
      : `Der laufende Export von ${signals[of]} gelingt nicht; Aufrufe gehen weiter.`,
};
