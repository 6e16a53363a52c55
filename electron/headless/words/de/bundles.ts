// What `pilothouse add` says, in German.
import type { BundleWords } from '../bundle-words.ts';

export const bundleCliWords: BundleWords = {
  whichBundle: file => `${file} ist kein Bundle; eine Datei nennen, die auf .mcpb oder .dxt endet.`,
  bundleTitle: ({ title, version, author }) => `${title} ${version}, von ${author}`,
  bundleType: type => `Läuft mit: ${type === 'binary' ? 'einem eigenen Programm' : type}`,
  signedBy: signature =>
    signature.kind === 'none'
      ? 'Signatur: keine'
      : `Signatur: von ${signature.by}${signature.kind === 'trusted' ? '' : ', wen dieser Rechner nicht kennt'} (${signature.fingerprint})`,
  brokenSignature: why => `Signatur: gebrochen. ${why}`,
  bundleTools: names => `Werkzeuge: ${names.join(', ')}`,
  wouldRunBundle: commandLine => `Startet: ${commandLine}`,
  asksForNothing: 'Es fragt nach nichts.',
  asksFor: 'Es fragt nach:',
  fieldKinds: {
    text: 'Text',
    number: 'Zahl',
    boolean: 'true oder false',
    file: 'Datei',
    folder: 'Ordner',
    choice: 'Auswahl',
  },
  isRequired: 'nötig',
  isSecretField: 'geheim',
  takesSeveral: 'mehrmals möglich',
  hasDefaults: values => `sonst ${values.join(', ')}`,
  badSetting: text => `${text} ist keine Einstellung; --set NAME=WERT schreiben.`,
  noSetting: (key, known) =>
    known.length === 0
      ? `Es fragt nicht nach ${key}, und auch nach sonst nichts.`
      : `Es fragt nicht nach ${key}, sondern nach ${known.join(', ')}.`,
  secretNotHere: key =>
    `${key} ist geheim, und eine Kommandozeile kann hier jedes Programm lesen; weglassen und auf die Frage hin tippen, oder als Zeile ${key}=WERT auf der Standardeingabe geben.`,
  onlySecretsHere: key =>
    `Die Standardeingabe nimmt nur Geheimes, und ${key} ist es nicht; --set ${key}=WERT schreiben.`,
  oneValueOnly: key => `${key} nimmt einen Wert; nur einmal schreiben.`,
  missingSettings: keys =>
    `Es fehlt noch: ${keys.join(', ')}; für jedes, das nicht geheim ist, --set NAME=WERT schreiben.`,
  typeField: label => `${label} (wird nicht gezeigt): `,
  bundleInstalls: serverId =>
    `${serverId} wird installiert und wartet auf deine Freigabe (pilothouse servers approve ${serverId}).`,
  nothingInstalled: 'Nichts wurde installiert.',
};
