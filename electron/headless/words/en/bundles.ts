// What `pilothouse add` says, in English.
import type { BundleWords } from '../bundle-words.ts';

export const bundleCliWords: BundleWords = {
  whichBundle: file => `${file} is no bundle; name a file that ends with .mcpb or .dxt.`,
  bundleTitle: ({ title, version, author }) => `${title} ${version}, by ${author}`,
  bundleType: type => `Runs: ${type === 'binary' ? 'a program of its own' : type}`,
  signedBy: signature =>
    signature.kind === 'none'
      ? 'Signature: none'
      : `Signature: by ${signature.by}${signature.kind === 'trusted' ? '' : ', whom this machine does not know'} (${signature.fingerprint})`,
  brokenSignature: why => `Signature: broken. ${why}`,
  bundleTools: names => `Tools: ${names.join(', ')}`,
  wouldRunBundle: commandLine => `Will run: ${commandLine}`,
  asksForNothing: 'It asks for nothing.',
  asksFor: 'It asks for:',
  fieldKinds: {
    text: 'text',
    number: 'number',
    boolean: 'true or false',
    file: 'file',
    folder: 'folder',
    choice: 'choice',
  },
  isRequired: 'required',
  isSecretField: 'secret',
  takesSeveral: 'may be given several times',
  hasDefaults: values => `else ${values.join(', ')}`,
  badSetting: text => `${text} is no setting; write --set KEY=VALUE.`,
  noSetting: (key, known) =>
    known.length === 0
      ? `It asks for no ${key}, nor for anything else.`
      : `It asks for no ${key}; it asks for ${known.join(', ')}.`,
  secretNotHere: key =>
    `${key} is a secret, and every program here can read a command line; leave it out and type it when asked, or give it as a line ${key}=VALUE on standard input.`,
  onlySecretsHere: key => `Standard input takes secrets alone, and ${key} is none; write --set ${key}=VALUE.`,
  oneValueOnly: key => `${key} takes one value; write it once.`,
  missingSettings: keys =>
    `These are still needed: ${keys.join(', ')}; write --set KEY=VALUE for each that is no secret.`,
  typeField: label => `${label} (not shown): `,
  bundleInstalls: serverId =>
    `Installing ${serverId}; it waits for your approval (pilothouse servers approve ${serverId}).`,
  nothingInstalled: 'Nothing was installed.',
};
