// What `pilothouse policy` says, in English.
import { counted } from '../counted.ts';
import type { PolicyWords } from '../policy-words.ts';

export const policyCliWords: PolicyWords = {
  noPolicyFile: path => `There is no policy; it would be ${path}.`,
  brokenPolicy: (path, line, column, why) =>
    `${path} cannot be used, line ${line}, column ${column}: ${why} The last good one stays in force.`,
  catalogueRules: (rules, usual) =>
    `About the catalogue: ${counted(rules, 'rule', 'rules')}; what none speaks of is ${usual === 'allow' ? 'allowed' : 'forbidden'}.`,
  broughtSource: (name, address) => `It brings the source ${name}: ${address}`,
  listAt: (address, fingerprint) => `Signed list: ${address}, key ${fingerprint}`,
  noListYet: 'None has been fetched by this key; pilothouse policy refresh does.',
  listInForce: (version, rules, fetched, expires) =>
    `Version ${version} is in force: ${counted(rules, 'rule', 'rules')}, fetched ${fetched}, expires ${expires}.`,
  listExpired: 'It has expired and stays in force; ask whoever publishes it for a newer one.',
  listTaken: version => `Version ${version} of the signed list is in force.`,
  listSigned: (version, expires, key, fingerprint) =>
    `Version ${version}, which expires ${expires}, is signed. Its readers name this key in policy.json: ${key} (${fingerprint})`,
  noList: (file, why) => `${file} is no list that can be signed: ${why}`,
  noListKey: file =>
    `${file} holds no Ed25519 private key in PEM; make one with openssl genpkey -algorithm ed25519 -out ${file}.`,
};
