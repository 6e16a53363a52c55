// What is said of the programs of servers, in German.
import type { ProgramReasons, SteeringEffect } from '../../contract/program-reasons.ts';
import type { Words } from '../reason.ts';

const effects: Readonly<Record<SteeringEffect, string>> = {
  names: 'entscheidet, welche Programme unter einem Namen gefunden werden',
  settings: 'verlegt, wo Programme ihre Einstellungen suchen, etwa .npmrc, uv.toml und .gitconfig',
  'kept-downloads': 'verlegt, wo Programme aufbewahren, was sie geholt haben und wieder ausführen',
  libraries: 'lädt andere Bibliotheken in jedes Programm',
  'c-library': 'ändert, was die C-Bibliothek lädt',
  'node-modules': 'lässt Node.js andere Module laden',
  certificates: 'entscheidet, wessen Zertifikaten geglaubt wird, also wer Code ausgeben darf',
  'fetched-through': 'entscheidet, über wen Code und Daten geholt werden',
  npm: 'stellt npm ein: woher Pakete kommen, was mit ihnen läuft, wo sie liegen',
  'yarn-corepack-bun-pnpm': 'stellt Yarn, Corepack, Bun oder pnpm ein: woher Pakete kommen und was mit ihnen läuft',
  deno: 'stellt Deno ein: woher Module kommen und wo sie liegen',
  uv: 'stellt uv ein: woher Pakete und Pythons kommen, und wo sie liegen',
  pip: 'stellt pip oder pipx ein: woher Pakete kommen, und wo sie liegen',
  'python-modules': 'lässt Python andere Module laden, oder ein anderes Python',
  'which-python': 'wählt, welches Python und welche Pakete laufen',
  'container-or-image': 'entscheidet, welcher Rechner den Container ausführt, oder woher sein Image kommt',
  git: 'lässt git ein anderes Programm ausführen oder von anderswo holen',
  'shell-file': 'lässt Shells zuerst eine Datei seiner Wahl ausführen',
  'named-program': 'nennt ein Programm, das andere starten',
  'perl-modules': 'lässt Perl andere Module laden',
  'ruby-code': 'lässt Ruby anderen Code laden',
  'java-code': 'lässt Java anderen Code laden',
  'dotnet-code': 'lässt .NET anderen Code laden',
  'go-cargo': 'stellt Go oder Cargo ein: woher Pakete und Compiler kommen',
  electron: 'ändert, was Electron ausführt oder woher es geholt wird',
  'packages-or-run-with': 'entscheidet, woher Pakete kommen oder was mit ihnen läuft',
  'node-modules-first': 'lässt Node.js zuerst andere Module laden',
  'container-or-run-in-it': 'entscheidet, welcher Rechner den Container ausführt, oder was darin läuft',
};

export const programWords: Words<ProgramReasons> = {
  'path-of-command': 'der Pfad, den sein Befehl nennt',
  'path-of-variables': 'der PATH in seinen eigenen Variablen',
  'path-of-shell': 'der PATH der Login-Shell ({shell})',
  'path-in-registry': 'der PATH in der Windows-Registrierung',
  'path-of-start': 'der PATH, mit dem Pilothouse gestartet wurde',
  'folder-of-system': 'das System',
  'folder-of-uv-or-pipx': 'uv oder pipx',
  'folder-of-node-installer': 'das Installationsprogramm von Node.js',
  'version-of': ({ chosen, version }) =>
    `{program} (${chosen === 'default' ? 'die Vorgabe' : 'die neueste dort'}${version === null ? '' : ', {version}'})`,

  'steers-program': ({ changes }) => `{name} ${effects[changes]}.`,
  'package-of-folder': 'Im Ordner {folder} wird ein Paket dieses Namens vor dem der Registry ausgeführt.',

  'asked-for-agents': 'Er hat nach {method} gefragt, was nur ein eigener Lauf für jeden Agenten weitergeben kann.',
  'lacks-capability': ({ missing }) =>
    `Er hat geantwortet, dass ${missing.length === 0 ? 'eine Fähigkeit' : '{missing}'} ${missing.length > 1 ? 'fehlen' : 'fehlt'}, was nur ein eigener Lauf für jeden Agenten weitergeben kann.`,
};
