// What `pilothouse doctor` and `pilothouse logs` say, in German.
import type { DoctorWords } from '../doctor-words.ts';

export const doctorWords: DoctorWords = {
  questions: {
    home: 'Datenordner ist beschreibbar',
    lock: 'Ein Hub hält die Sperre',
    endpoints: 'Zugänge sind offen',
    browser: 'Browser gefunden und geöffnet',
    extension: 'Erweiterung vorhanden',
    version: 'Erweiterung passt zum Hub',
    manifest: 'Manifest, das der Browser nimmt',
    launcher: 'Der Starter startet',
    ping: 'Ein Ping im Rahmen kommt zurück',
    proof: 'Das Relais weist sich aus',
    hello: 'Die Erweiterung meldet sich',
    shim: 'Der Shim eines Agenten verbindet sich',
    tools: 'Die Liste der Tools kommt an',
    page: 'Einmal durch eine Seite und zurück',
  },
  allFine: (rungs, ms) => `Alle ${rungs} in Ordnung, in ${ms} ms.`,
  summary: ({ green, amber, red, rest }, ms) =>
    `${green} in Ordnung, ${amber} zu prüfen, ${red} defekt, ${rest} nicht geprüft, in ${ms} ms.`,
  ladderOf: (browser, profile, inUse) =>
    browser === null
      ? 'Kein Browser'
      : `${browser}${profile === null ? '' : `, ${profile}`}${inUse ? '' : ' (nicht verbunden)'}`,
  waitsFor: rung => `nicht geprüft: braucht Schritt ${rung}`,
  notTried: 'nicht geprüft',
  lastProven: at => `zuletzt gelungen: ${at}`,
  repairWould: does => `Reparatur (--fix): ${does}`,
  byHand: what => `Von Hand: ${what}`,
  repairing: does => `Repariert wird: ${does}`,
  notRepaired: why => `Das ging nicht: ${why}`,
  noLog: path => `Noch gibt es kein Protokoll: ${path} fehlt.`,
  logLevels: { info: 'Info', warn: 'Warnung', error: 'Fehler' },
};
