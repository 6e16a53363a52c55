// What is said of installing packages, in English.
import type { InstallReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

export const installWords: Words<InstallReasons> = {
  'no-install': 'The server "{server}" was not installed as a package; look it up under Servers.',
  'install-under-way': '"{server}" is being installed; wait until that is over, or stop it.',
  'install-is-ready': '"{server}" is installed, and its files are as they were; there is nothing to go on with.',
  'install-no-way': '"{name}" can be run in {ways} ways, and this is none of them; open its entry again.',
  'install-bad-name': '"{name}" is no name of a package; tell whoever publishes the entry.',
  'install-bad-version': '"{version}" is no fixed version; choose another version of the entry.',
  'install-no-version': 'Nothing says which version of "{name}" is meant; choose a version of the entry that does.',
  'install-reference':
    'The entry of "{name}" refers to a secret of Pilothouse by its name, which is not its own to use; it is not installed.',
  'install-container-option':
    'The entry of "{name}" starts its container with {option}, which could reach into this machine; it is not installed. Choose another way of the entry.',
  'install-mount':
    'The entry of "{name}" gives its container {mount}, and a container only gets folders that you name yourself; choose another folder, or another way of the entry.',
  'install-composed':
    'With what was filled in "{name}" comes to {text}, which would be read as a reference; give another value, or tell its publisher.',
  'install-near-address':
    'Its entry is from {source} and names {address}, which is on this machine or in its network; an entry from the internet is not fetched from there. Tell whoever publishes it.',
  'install-no-address': '{address} is no address that can be used; check what was filled in, or tell its publisher.',
  'entry-look-alike':
    '"{name}" has nearly the name of "{other}", which is better known; make sure that it is the one you mean, and confirm it.',

  'field-unknown': 'It asks for no "{field}"; open its form again.',
  'field-one-value': '"{field}" takes one value; remove the others.',
  'field-nul': 'The value of "{field}" holds a NUL character, which no program can be given; remove it.',
  'field-line-break': 'The header "{field}" holds a line break, which no header can; remove it.',
  'field-reference': 'The value of "{field}" refers to a secret by its name; give the value itself.',
  'field-other-choice': '"{field}" takes {choices}, and not "{value}"; choose one of these.',
  'field-no-number': ({ min, max }) => {
    const from = min === null ? '' : ' from {min}';
    const to = max === null ? '' : ' up to {max}';
    return `"{field}" takes a number${from}${to}, and "{value}" is none; correct it.`;
  },
  'field-no-path': '"{value}" is no whole path; give "{field}" one that begins at the top of this machine.',
  'field-like-option':
    'The program would read "{value}" as an option, because it begins with a dash; give {field} another value, or a whole path.',
  'field-whole-machine': '{folder} is all of this machine; choose the folder that it is to see.',

  'fetch-too-long': '{program} was not done after {minutes} minutes and was ended; look at the network, and go on.',
  'install-other-version': 'Of "{name}" version {found} came in place of {version}; nothing was installed.',
  'install-other-integrity':
    '"{name}" {version} is not what it was: its integrity was {before} and is {now} now. Nothing was installed; ask whoever publishes it.',
  'install-not-of-registry': ({ from }) =>
    `"{name}" needs ${from === null ? 'a folder or a repository of git' : '{from}'}, which is of no registry of packages. Nothing was installed; choose another version, or tell whoever publishes it.`,
  'install-answers-with': '{host} answers with HTTP {status} when asked for the package; try again later.',
  'install-not-writable':
    'Packages are unpacked below {folder}, and nothing can be written there ({code}); give yourself permission to write there, then continue.',
  'install-disk-full': ({ needed }) =>
    `There is no room for it on the disk of {folder}: {free} MiB are free${needed === null ? '' : ', and {needed} MiB are needed'}; make room, and go on.`,
  'install-too-large': '{name} is larger than {mib} MiB, which no bundle may be; tell whoever publishes it.',
  'package-too-many': '{folder} holds more than {most} files, which is too many for a package; remove it.',
  'package-no-program':
    '"{name}" has no program that can be started, so it is no server; choose another way of its entry.',
  'package-gone': 'The folder of its package is gone ({folder}); install it again.',
  'package-changed':
    'Files of its package have changed since it was approved ({folder}); install it again, or remove it if you did not do that.',

  'package-version-open': 'Its entry fixes no version of "{name}"; the one that is current now is taken and kept.',
  'package-no-integrity':
    'Nothing tells what "{name}" has to come to, so another file under its name would not be noticed.',
  'package-scripts': 'These of its packages have install scripts, which are not run: {names}.',
  'package-other-registry': '"{name}" does not come from the usual place, but from {registry}.',

  'trial-elsewhere':
    'It is reached by an address, so it cannot be tried between walls; its tools are listed once it runs.',
  'trial-container': 'Docker runs it, outside of the walls of Pilothouse; its tools are listed once it runs.',
  'trial-steered':
    'It sets what can make its program run other code ({names}), so it was not tried before you have approved it; its tools are listed once it runs.',
  'trial-no-walls':
    'This machine can put no walls around it ({why}), so it was not tried; its tools are listed once it runs.',
  'trial-failed': 'When it was tried without network and secrets, it listed no tools: {why}.',

  'install-no-newer': 'No newer version of "{server}" is known; look for one first.',
  'install-not-prepared': 'Version {version} of "{server}" is not prepared; prepare it, and look at how it differs.',
  'install-no-previous': '"{server}" has no earlier version here to go back to.',
};
