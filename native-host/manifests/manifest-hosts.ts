// The names under which extensions look for a native messaging host: ours, and those of programs whose place Pilothouse can take.
import { nativeHostName } from '../../contract/names.ts';
import { pluginHubExtensionId } from '../../contract/plugins.ts';
import type { ManifestHostId } from '../../contract/schemas/manifests.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserFamily } from './locations/location.ts';

export interface ManifestHost {
  readonly id: ManifestHostId;
  readonly name: string;
  /** As its users call it. */
  readonly extension: string;
  readonly description: string;
  /** The extensions that may start the relay; none where the extension is not made for such browsers. */
  readonly allowed: Readonly<Record<BrowserFamily, readonly string[]>>;
}

const claudeCodeId = 'fcoeoabgfenejglbffodgkkbkcdhcgfn';
const claudeDesktopIds = ['dihbgbndebgnbjfmelmegjepbnkhlgni', claudeCodeId, 'dngcpimnedloihjnnfngkgjoidhnaolf'];

/** Names and ids as the programs' own installers write them. Claude's extension asks Desktop's name first, then Code's. */
export const foreignHosts: readonly ManifestHost[] = [
  {
    id: 'claude-code',
    name: 'com.anthropic.claude_code_browser_extension',
    extension: 'Claude in Chrome',
    description: 'Connects Claude in Chrome to Pilothouse in place of Claude Code.',
    allowed: { chromium: [claudeCodeId], firefox: [] },
  },
  {
    id: 'claude-desktop',
    name: 'com.anthropic.claude_browser_extension',
    extension: 'Claude in Chrome',
    description: 'Connects Claude in Chrome to Pilothouse in place of Claude Desktop.',
    allowed: { chromium: claudeDesktopIds, firefox: [] },
  },
  {
    // Spec 000 "Host Manifest".
    id: 'claudezilla',
    name: 'claudezilla',
    extension: 'Claudezilla',
    description: 'Connects Claudezilla to Pilothouse in place of its own host.',
    allowed: { chromium: [], firefox: ['claudezilla@boot.industries'] },
  },
];

/** The host that this context is about. */
export function hostOf({ host = 'pilothouse', extensionIds }: ManifestContext): ManifestHost {
  return foreignHosts.find(({ id }) => id === host) ?? ourHost(extensionIds);
}

function ourHost({ chromium, firefox }: ManifestContext['extensionIds']): ManifestHost {
  return {
    id: 'pilothouse',
    name: nativeHostName,
    extension: 'Pilothouse',
    description: 'Connects this browser to Pilothouse.',
    // Plugins are Firefox's alone, and so is the extension that speaks for them.
    allowed: { chromium: [chromium], firefox: [firefox, pluginHubExtensionId] },
  };
}
