// What is said of the catalogue’s rules in policies and of the signed list, in German.
import type { CatalogueAuthority } from '../../contract/policy-reasons.ts';
import type { PolicyReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

const remedy = 'Wer sie pflegt, kann das ändern.';
const of: Readonly<Record<CatalogueAuthority, string>> = {
  file: 'in policy.json',
  list: 'der signierten Liste der Richtlinie',
  fleet: 'der Richtlinie der Flotte',
};
const by: Readonly<Record<CatalogueAuthority, string>> = {
  file: 'policy.json',
  list: 'die signierte Liste der Richtlinie',
  fleet: 'die Richtlinie der Flotte',
};

export const policyWords: Words<PolicyReasons> = {
  'catalogue-forbidden': ({ by: whose, because }) =>
    `Die Regel {rule} ${of[whose]} verbietet {thing}${because === null ? '' : ': {because}'}. ${remedy}`,
  'catalogue-not-allowed': ({ by: whose }) =>
    `{thing} gehört zu nichts, was ${by[whose]} erlaubt, und was dort nicht erlaubt ist, ist verboten. ${remedy}`,

  'no-policy-list':
    'Die Richtlinie nennt keine signierte Liste; Adresse und Schlüssel unter catalogue.list in policy.json eintragen.',
  'policy-list-key':
    'Der Schlüssel der signierten Liste in policy.json ist kein öffentlicher Ed25519-Schlüssel; sein DER in Base64 oder sein PEM eintragen.',
  'policy-list-away': 'Die signierte Liste ließ sich nicht holen: {why}',
  'policy-list-status': 'die Antwort hatte den Status {status}; die Adresse prüfen',
  'policy-list-slow': 'sie war nach {seconds} Sekunden nicht da; noch einmal versuchen',
  'policy-list-too-large': 'sie ist größer als {kib} KB; sie kürzen',
  'policy-list-no-json': 'Was von der Adresse der signierten Liste kam, ist kein JSON; die Adresse prüfen.',
  'policy-list-does-not-fit': ({ at }) => `Die signierte Liste passt nicht: ${at === null ? '' : '{at}: '}{why}`,
  'policy-list-unsigned':
    'Was von der Adresse der signierten Liste kam, trägt keine Signatur; sie signieren und wieder dorthin legen.',
  'policy-list-wrong-key':
    'Die signierte Liste wurde nicht mit dem Schlüssel signiert, den policy.json nennt ({fingerprint}); mit diesem signieren oder den anderen eintragen.',
  'policy-list-rolled-back':
    'Die signierte Liste, die kam, hat die Version {version} und ist älter als {kept}, die hier ist; die neuere veröffentlichen.',
  'policy-list-same-version':
    'Die signierte Liste, die kam, ist eine andere mit derselben Version {version}; ihr eine höhere Version geben und sie neu signieren.',
  'policy-list-expired':
    'Die signierte Liste der Version {version} ist seit {at} abgelaufen; eine neuere veröffentlichen.',
  'policy-list-moved':
    'Während die signierte Liste geholt wurde, hat policy.json eine andere genannt; noch einmal aktualisieren.',
  'policy-list-tampered':
    'Die aufbewahrte signierte Liste wurde verändert, seit sie kam, und gilt deshalb nicht; sie neu holen.',
};
