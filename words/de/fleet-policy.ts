// What is said of the policy of a fleet, in German.
import type { FleetPolicyDeed, FleetPolicyFault } from '../../contract/fleet-policy-reasons.ts';
import type { FleetPolicyReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

const faults: Readonly<Record<FleetPolicyFault, string>> = {
  'too-large': 'Die Richtlinie der Flotte ist größer als {kept} KB; sie kürzen.',
  'no-json':
    'Die Richtlinie der Flotte ist kein JSON oder nennt einen Namen zweimal; sie mit pilothouse fleet policy sign neu signieren.',
  unsigned: 'Die Richtlinie der Flotte trägt keine lesbare Signatur; sie mit pilothouse fleet policy sign signieren.',
  'unknown-key':
    'Die Richtlinie der Flotte wurde mit einem Schlüssel signiert, den hier niemand genannt hat ({thing}); ist er vertrauenswürdig, ihn mit pilothouse fleet keys trust NAME=DATEI nennen.',
  'wrong-signature':
    'Die Richtlinie der Flotte ist nicht so, wie {signer} sie signiert hat; sie neu signieren und veröffentlichen lassen.',
  'rolled-back':
    'Die Richtlinie der Flotte von {signer} hat die Version {version} und ist älter als {kept}, die in Kraft ist; eine höhere veröffentlichen.',
  'same-version':
    'Die Richtlinie der Flotte von {signer} ist eine andere mit derselben Version {version}; ihr eine höhere Version geben und sie neu signieren.',
  future:
    'Die Richtlinie der Flotte der Version {version} von {signer} wurde am {at} signiert, also erst in der Zukunft; die Uhr dieses Rechners oder des signierenden stellen.',
  expired:
    'Die Richtlinie der Flotte der Version {version} von {signer} ist seit {at} abgelaufen; eine neuere veröffentlichen.',
  tampered:
    'Die hier aufbewahrte Richtlinie der Flotte wurde verändert, seit sie kam; was nicht so ist, wie es signiert wurde, gilt nicht.',
  withdrawn:
    'Jemand hat die Richtlinie aus der Flotte genommen, was keine Signatur braucht; sie bleibt deshalb in Kraft. Eine neuere veröffentlichen.',
  none: 'Hier ist keine Richtlinie einer Flotte in Kraft.',
  'not-joined': 'Dieser Hub ist in keiner Flotte; mit pilothouse fleet join tritt er einer bei.',
  offline:
    'Die Flotte ist gerade nicht erreichbar, also lässt sich nichts veröffentlichen; es wieder versuchen, wenn dieser Hub verbunden ist.',
  raced:
    'Inzwischen wurde eine andere Richtlinie der Version {version} veröffentlicht; sie mit pilothouse fleet policy show ansehen und die eigene neu signieren.',
  'key-none':
    'Einen Schlüssel {thing} zum Signieren von Richtlinien gibt es hier nicht; pilothouse fleet keys new {thing} erzeugt einen.',
  'key-there': 'Einen Schlüssel {thing} gibt es schon; dem neuen einen anderen Namen geben.',
  'key-not-named':
    'Der Schlüssel {thing} ({at}) ist keiner von denen, die hier genannt wurden, also gälte hier nichts damit Signiertes; ihn mit pilothouse fleet keys trust NAME=DATEI nennen.',
  'signer-none': 'Hier ist kein Schlüssel {thing} genannt; pilothouse fleet keys list zeigt die genannten.',
  'not-stopped': '{thing} ist nicht gestoppt; pilothouse fleet policy show zeigt, wer es ist.',
  'signers-many':
    'Nur {kept} Schlüssel lassen sich nennen; erst einen mit pilothouse fleet keys distrust NAME wegnehmen.',
  seen: 'Die Richtlinie der Flotte von {signer} hat die Version {version}, aber dieser Hub hatte von einem der genannten Schlüssel schon die Version {kept}; wer die Richtlinie pflegt, muss eine höhere veröffentlichen.',
  'pause-holds':
    'Version {version} der Richtlinie der Flotte, signiert von {signer}, pausiert alle Agenten; eine neuere hebt das auf, oder die Flotte verlassen.',
  'not-published': 'Die Richtlinie ließ sich nicht veröffentlichen: {why}',
  'locks-out-subject':
    'Die Richtlinie der Flotte der Version {version} von {signer} würde den Besitzer aussperren; ihre Regel {thing} verbietet dem Besitzer seine eigenen Aufrufe. Nichts davon gilt.',
  'locks-out-agent':
    'Die Richtlinie der Flotte der Version {version} von {signer} würde den Besitzer aussperren; sie stoppt {thing}, und das ist das Panel selbst. Nichts davon gilt.',
  'locks-out-everything':
    'Die Richtlinie der Flotte der Version {version} von {signer} würde den Besitzer aussperren; sie verbietet allen überall alles, auch dem Besitzer; stattdessen alles pausieren. Nichts davon gilt.',
  'does-not-fit': 'Die Richtlinie der Flotte passt nicht: {thing}: {why}',
  'no-moment': 'muss ein Zeitpunkt in UTC nach ISO 8601 sein, wie 2027-01-31T12:00:00Z',
};

const deeds: Readonly<Record<Exclude<FleetPolicyDeed, 'taken'>, string>> = {
  ended: 'Version {version} der Richtlinie der Flotte, signiert von {signer}, gilt nicht mehr',
  refused: 'eine Richtlinie der Flotte gilt nicht: {why}',
  'key-made': 'Schlüssel {thing} erzeugt, der Richtlinien der Flotte signiert',
  published: 'Version {version} der Richtlinie der Flotte veröffentlichen',
  trust: 'der Schlüssel {thing} darf die Richtlinie der Flotte signieren',
  distrust: 'der Schlüssel {thing} darf die Richtlinie der Flotte nicht mehr signieren',
  signers: 'Schlüssel, die die Richtlinie der Flotte signieren: {thing}',
  replace: 'Richtlinie der Flotte, signiert von {signer}: eine neue',
  pause: 'Richtlinie der Flotte, signiert von {signer}: alle Agenten pausieren',
  resume: 'Richtlinie der Flotte, signiert von {signer}: nicht mehr pausieren',
  'stop-agent': 'Richtlinie der Flotte, signiert von {signer}: {thing} überall stoppen',
  'allow-agent': 'Richtlinie der Flotte, signiert von {signer}: {thing} wieder einlassen',
};

export const fleetPolicyWords: Words<FleetPolicyReasons> = {
  'fleet-policy-fault': ({ so }) => faults[so],
  'fleet-policy-deed': ({ how, rules, pausesAll, stopped }) =>
    how === 'taken'
      ? `Version {version} der Richtlinie der Flotte ist in Kraft, signiert von {signer}, {rules} ${rules === 1 ? 'Regel' : 'Regeln'}${pausesAll ? ', alle Agenten pausiert' : ''}${stopped > 0 ? `, {stopped} ${stopped === 1 ? 'Agent' : 'Agenten'} gestoppt` : ''}`
      : deeds[how],
};
