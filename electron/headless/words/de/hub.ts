// What the command line says of the hub itself, in German.
import { counted } from '../counted.ts';
import type { HubWords } from '../hub-words.ts';

const modes = { running: 'laufen', 'read-only': 'lesen nur', paused: 'pausieren', stopped: 'sind gestoppt' } as const;
const shells = { electron: 'mit Fenster', headless: 'ohne Fenster' } as const;

const panelAt = (url: string) => `Das Panel, diese Adresse gilt einmal: ${url}`;

export const hubWords: HubWords = {
  noHub: file => `Es läuft kein Hub: ${file} gibt es nicht; Pilothouse starten.`,
  windowComes: 'Das Fenster kommt nach vorn.',
  runs: (home, url) => `Pilothouse läuft auf ${home}. ${panelAt(url)}`,
  runsAlready: (home, pid, url) =>
    `Pilothouse läuft schon auf ${home} (Prozess ${pid}). ${url === null ? 'Das Fenster kommt nach vorn.' : panelAt(url)}`,
  browserIsLed: page =>
    `Der Browser wird durch ${page} dorthin geführt; wenn er diese Datei nicht lesen darf, ihm die Adresse geben.`,
  stillStarting: home => `Der Hub auf ${home} startet noch; gleich noch einmal versuchen.`,
  portTaken: port =>
    `Port ${port} für das Panel ist belegt. Das Programm beenden, das ihn hat, oder mit --port 0 starten.`,
  portForbidden: port =>
    `Port ${port} für das Panel ist nicht erlaubt. Einen über 1023 nehmen oder mit --port 0 starten.`,
  noPort: (variable, text) =>
    `${variable} ist ${JSON.stringify(text)}; eine Zahl von 0 bis 65535 angeben oder die Variable weglassen.`,
  stillRuns: (home, pid) => `Der Hub auf ${home} sollte enden, und Prozess ${pid} läuft noch; diesen beenden.`,
  hubGone: 'Der Hub endete, bevor er antwortete.',
  noAnswer: (path, cause) => `Unter ${path} antwortet kein Hub (${cause}); Pilothouse starten.`,
  commandInstalled: (file, target) => `Der Befehl ${file} startet ${target}.`,
  commandRemoved: file => `Den Befehl ${file} gibt es nicht mehr.`,
  notInPath: file =>
    `Sein Ordner steht nicht im PATH; ${file === null ? 'dies in PowerShell ausführen' : `diese Zeile an ${file} anhängen`} und ein neues Terminal öffnen:`,
  fleetPauses: ({ version, signer }) =>
    `Version ${version} der Richtlinie der Flotte, signiert von ${signer}, pausiert alle Agenten; das endet mit einer Version, die es nicht tut.`,
  status: ({ version, home, pid, shell, mode }) =>
    `Pilothouse ${version} läuft auf ${home} (Prozess ${pid}, ${shells[shell]}); Agenten ${modes[mode]}.`,
  counts: ({ agents, browsers, servers, allServers, prompts }) =>
    `${counted(agents, 'Agent', 'Agenten')}, ${browsers} Browser, ${servers} von ${allServers} ${allServers === 1 ? 'Server' : 'Servern'} in Betrieb; ${counted(prompts, 'Frage wartet', 'Fragen warten')} auf Antwort.`,
};
