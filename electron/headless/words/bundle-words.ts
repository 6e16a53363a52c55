// What `pilothouse add` says.
import type { FieldKind } from '../../../contract/catalogue.ts';
import type { Bundle, BundleSignature } from '../../../contract/schemas/bundles.ts';

export interface BundleWords {
  readonly whichBundle: (file: string) => string;
  readonly bundleTitle: (bundle: Pick<Bundle, 'title' | 'version' | 'author'>) => string;
  readonly bundleType: (type: Bundle['type']) => string;
  readonly signedBy: (signature: Exclude<BundleSignature, { kind: 'broken' }>) => string;
  readonly brokenSignature: (why: string) => string;
  readonly bundleTools: (names: readonly string[]) => string;
  readonly wouldRunBundle: (commandLine: string) => string;
  readonly asksForNothing: string;
  readonly asksFor: string;
  readonly fieldKinds: Readonly<Record<FieldKind, string>>;
  readonly isRequired: string;
  readonly isSecretField: string;
  readonly takesSeveral: string;
  readonly hasDefaults: (values: readonly string[]) => string;
  readonly badSetting: (text: string) => string;
  readonly noSetting: (key: string, known: readonly string[]) => string;
  readonly secretNotHere: (key: string) => string;
  readonly onlySecretsHere: (key: string) => string;
  readonly oneValueOnly: (key: string) => string;
  readonly missingSettings: (keys: readonly string[]) => string;
  readonly typeField: (label: string) => string;
  readonly bundleInstalls: (serverId: string) => string;
  readonly nothingInstalled: string;
}
