// What is said of the catalogue of servers, in English.
import type { CatalogueReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

const wrongAddress: Readonly<Record<CatalogueReasons['catalogue-source-address']['form'], string>> = {
  'no-address': '{address} is no address of a registry; give one such as https://registry.example.com.',
  'not-https': '{address} is asked over the network without protection; give its https address.',
  'with-password': 'The address of a source holds no name and no password; give it without them.',
  'no-path': '{address} is no path of a file or folder; give it in full, from the root on.',
};

const leftOut = {
  one: {
    whole: 'One entry cannot be read and is left out: {first} holds no description of a server.',
    place: 'One entry cannot be read and is left out: {first} is wrong at {at}.',
  },
  several: {
    whole: '{count} entries cannot be read and are left out, such as {first}, which holds no description of a server.',
    place: '{count} entries cannot be read and are left out, such as {first}, which is wrong at {at}.',
  },
} as const;

export const catalogueWords: Words<CatalogueReasons> = {
  'catalogue-source-of-policy':
    'The policy of this machine brings the source {source}, so it stays as it is; ask whoever writes policy.json.',
  'catalogue-no-source': 'The catalogue has no source {source}; look at its sources.',
  'catalogue-no-entry': 'Nothing is stored of {entry} from {source}; refresh the source, or look at the name.',
  'catalogue-no-version': 'Nothing is stored of version {version} of {entry}; refresh its source, or choose another.',
  'catalogue-source-usual':
    '{source} keeps its name and its address; switch it off, and add a source of your own beside it.',
  'catalogue-source-off': 'The source {source} is switched off; switch it on to refresh it.',
  'catalogue-source-twice': 'The catalogue reads {source} already.',
  'catalogue-too-many-sources': 'The catalogue has {most} sources already; remove one first.',
  'catalogue-source-address': ({ form }) => wrongAddress[form],

  'catalogue-answered': '{place} answered with {status}; try again later, or look at the address of the source.',
  'catalogue-asks-to-wait': '{place} asks to be left alone for {seconds} s more; refresh it after that.',
  'catalogue-too-slow': '{place} did not answer within {seconds} s; try again later.',
  'catalogue-too-large': '{place} sent more than {mib} MiB, which is not read; ask whoever runs it for smaller pages.',
  'catalogue-too-many': '{place} has more than {most} entries; what came until then is kept.',
  'catalogue-goes-round': '{place} names a page that it gave before, so its list has no end; tell whoever runs it.',
  'catalogue-unreadable': ({ expected }) =>
    expected === 'registry'
      ? '{place} answered with what is no list of servers; look at the address of the source.'
      : '{place} holds no list of servers that can be read; look at the file.',
  'catalogue-no-file': '{place} cannot be read; look whether it is there and whether you may read it.',
  'catalogue-process-ended': 'The process that reads catalogues ended while it read {source}; refresh it again.',
  'catalogue-process-gone': 'The process that reads catalogues ended before it answered; try again.',
  'catalogue-stored-anew': ({ was }) =>
    was === 'newer'
      ? 'What was stored is of a newer Pilothouse and was put away; refresh the source to read it anew.'
      : 'What was stored was damaged and was put away; refresh the source to read it anew.',
  'catalogue-left-out': ({ count, at }) => leftOut[count === 1 ? 'one' : 'several'][at === null ? 'whole' : 'place'],
  'catalogue-unreachable': '{place} cannot be reached: {why}',
  'catalogue-not-started': 'The process that reads catalogues could not be started: {why}',
};
