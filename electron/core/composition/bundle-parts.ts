// MCPB bundles: those that are open, with what this machine trusts.
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { loadPart } from '../platform/load-part.ts';
import { OpenedBundles } from '../servers/bundles/opened-bundles.ts';
import type { ExportedBundle } from '../servers/bundles/export/export-bundle.ts';
import type { BundleSurroundings } from '../servers/bundles/open-bundle.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

export interface BundleParts {
  readonly bundles: OpenedBundles;
  /** For whoever opens a bundle that came another way. */
  readonly bundleSurroundings: BundleSurroundings;
  exportBundle(serverId: string): Promise<ExportedBundle>;
}

export function createBundles(
  { platform, closers }: Pick<Boot, 'platform' | 'closers'>,
  { servers, installBooks }: Pick<Registries, 'servers' | 'installBooks'>,
): BundleParts {
  const { machine, home, os } = platform;
  const surroundings: BundleSurroundings = {
    machine: { platform: os, homeDir: machine.homeDir },
    trust: { now: () => platform.now(), roots: trustedRoots() },
  };
  const bundles = new OpenedBundles({
    ...surroundings,
    folder: join(home, 'incoming-bundles'),
    randomId: () => platform.randomBytes(16).toString('hex'),
    isNeeded: bundleId => installBooks.kept.isReading(bundleId),
  });
  closers.add(() => bundles.close());
  return {
    bundles,
    bundleSurroundings: surroundings,
    exportBundle: async serverId => {
      const { exportBundle } = await loadPart(() => import('../servers/bundles/export/export-bundle.ts'));
      const stored = servers.configs.of(serverId);
      const [folder] = installBooks.packages.foldersIn(stored.config);
      const version = installBooks.kept.find(serverId)?.current.version ?? null;
      return exportBundle(stored, folder === undefined ? null : { folder, version }, machine.homeDir);
    },
  };
}

/** Read when the first signature is judged. Older Nodes do not know those of the system. */
function trustedRoots(): () => readonly X509Certificate[] {
  let roots: readonly X509Certificate[] | null = null;
  return () => (roots ??= [...new Set(rootTexts())].flatMap(readOne));
}

function rootTexts(): readonly string[] {
  if (!tls.getCACertificates) return tls.rootCertificates;
  return [...tls.getCACertificates('bundled'), ...tls.getCACertificates('system')];
}

/** A system may hold some that OpenSSL does not take. */
function readOne(text: string): X509Certificate[] {
  try {
    return [new X509Certificate(text)];
  } catch {
    return [];
  }
}
