// What is wrong with a value, in English.
import type { ValueReasons } from '../../contract/value-reasons.ts';
import type { Words } from '../reason.ts';

const forms: Readonly<Record<ValueReasons['value-form']['expected'], string>> = {
  string: 'It must be a text.',
  number: 'It must be a number.',
  int: 'It must be a whole number.',
  boolean: 'It must be true or false.',
  array: 'It must be a list.',
  object: 'It must be an object.',
  other: 'It does not have the form that it must have.',
};

const ends = { most: 'at most', least: 'at least', exact: 'exactly' } as const;
const units = { text: ' characters', list: ' items', number: '' } as const;

export const tokenRemedies: Readonly<Record<ValueReasons['token-lacks']['lacks'], string>> = {
  length: 'use at least 32 characters',
  characters: 'use printable characters without spaces',
  variety: 'use at least 10 different characters, best random ones',
};

export const valueWords: Words<ValueReasons> = {
  'value-missing': 'It is missing.',
  'value-form': ({ expected }) => forms[expected],
  'value-not-offered': ({ found }) =>
    `${found === null ? 'It is missing' : '{found} is not possible'}; choose one of {known}.`,
  'value-bound': ({ form, end, bound }) =>
    end === 'least' && bound === 1 && form !== 'number'
      ? 'It may not be empty.'
      : `It must ${form === 'number' ? 'be' : 'have'} ${ends[end]} {bound}${units[form]}.`,
  'value-not-known': 'It may not hold {names}.',
  'value-no-address': 'It is no address that can be used here; write all of it, such as https://example.com.',
  'no-json-text': 'It is no JSON.',

  'token-lacks': ({ lacks }) => `${tokenRemedies[lacks]}.`,
  'no-server-name': 'give a name of 1 to 60 characters on one line',
  'no-cors-origin': 'give an origin such as http://localhost:5173 or http://localhost:*',
  'loopback-only': 'MCP over HTTP is served on loopback only; use 127.0.0.1',
  'no-secret-name':
    'the name of a secret has at most 100 letters, digits, "_", "." and "-", starts with a letter or "_" and is not "__proto__"',
  'no-server-id': 'a server id is 1 to 31 of a-z, 0-9 and -',
  'no-command': 'must be a word such as "/summarise", of at most 40 letters, digits, - and _',
  'no-shortcut-id': 'must be the id of a shortcut, 12 digits and letters from a to f',
  'no-rule-id': 'must be lower-case letters, digits and dashes',
  'rule-id-twice': '{id} is there twice',
  'rule-without-subject': 'name at least one of sources, namespaces and packages',
  'rule-image-registry':
    'only packages of npm, pypi and nuget have a registry; the identifier of an image begins with its host: write {instead} there',
  'rule-address-registry':
    'only packages of npm, pypi and nuget have a registry; for {packageKind} write the address into identifier, or name its source in sources',
  'rule-no-checksum':
    'only bundles (mcpb) have a sha256; for {packageKind} leave it out, and name versions in versions',
  'no-list-address': 'a signed list comes from an https address without a user or password, or from http://127.0.0.1',
  'no-pattern':
    '{found} is no pattern; one * may stand at the end, and in an address behind the slash that ends the host',
  'no-version-range': '{found} is no version; write 1.2.3, or comparisons with <, <=, > and >= such as >=1.2 <2',
  'no-site': '{found} is no site; write https://example.com or *.example.com',
  'no-sha256': 'it is no SHA-256; write its 64 hexadecimal digits, as sha256sum prints them',
  'no-trace-id': 'it is no id of a trace; give its first 8 to 32 digits, as pilothouse fleet trace lists them',
  'no-header-name': 'it is no name of a header; write letters, digits, hyphens, dots and underscores, at most 80',
  'no-fleet-id': 'it is no id of a fleet; give the one that a hub names which is refused',
  'no-fleet-name': 'it is no name in a fleet; write lower-case letters, digits and hyphens between them, at most 40',
  'no-web-origin': '{found} is no web origin; write https://app.example',
};
