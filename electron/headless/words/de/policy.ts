// What `pilothouse policy` says, in German.
import { counted } from '../counted.ts';
import type { PolicyWords } from '../policy-words.ts';

export const policyCliWords: PolicyWords = {
  noPolicyFile: path => `Es gibt keine Richtlinie; sie läge in ${path}.`,
  brokenPolicy: (path, line, column, why) =>
    `${path} ist nicht verwendbar, Zeile ${line}, Spalte ${column}: ${why} Die letzte gute bleibt in Kraft.`,
  catalogueRules: (rules, usual) =>
    `Zum Katalog: ${counted(rules, 'Regel', 'Regeln')}; was keine nennt, ist ${usual === 'allow' ? 'erlaubt' : 'verboten'}.`,
  broughtSource: (name, address) => `Sie bringt die Quelle ${name} mit: ${address}`,
  listAt: (address, fingerprint) => `Signierte Liste: ${address}, Schlüssel ${fingerprint}`,
  noListYet: 'Mit diesem Schlüssel wurde noch keine geholt; pilothouse policy refresh holt sie.',
  listInForce: (version, rules, fetched, expires) =>
    `Version ${version} ist in Kraft: ${counted(rules, 'Regel', 'Regeln')}, geholt ${fetched}, läuft ab ${expires}.`,
  listExpired: 'Sie ist abgelaufen und bleibt in Kraft; wer sie veröffentlicht, kann eine neuere ausstellen.',
  listTaken: version => `Version ${version} der signierten Liste ist in Kraft.`,
  listSigned: (version, expires, key, fingerprint) =>
    `Version ${version}, die ${expires} abläuft, ist signiert. Wer sie liest, nennt in policy.json diesen Schlüssel: ${key} (${fingerprint})`,
  noList: (file, why) => `${file} ist keine Liste, die sich signieren lässt: ${why}`,
  noListKey: file =>
    `${file} enthält keinen privaten Ed25519-Schlüssel in PEM; openssl genpkey -algorithm ed25519 -out ${file} erzeugt einen.`,
};
