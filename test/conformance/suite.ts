// Runs the official suite against one address and reads what it wrote: scenario by scenario, which checks passed and which failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Suite {
  /** As it is named in package.json. */
  readonly package: 'conformance-2025' | 'conformance-2026';
  readonly args: readonly string[];
}

export interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** By scenario. */
export type Report = ReadonlyMap<string, readonly Check[]>;

/** The suites need a newer Node than the product: the one that npm installed. */
export function nodeForSuites(root: string): string {
  return path.join(
    root,
    'node_modules',
    `node-${process.platform}-${process.arch}`.replace('win32', 'win'),
    'bin',
    'node',
  );
}

const unbracket = new URL('unbracket.mjs', import.meta.url).href;

export async function runSuite(root: string, suite: Suite, url: string): Promise<Report> {
  const out = mkdtempSync(path.join(os.tmpdir(), 'pilothouse-conformance-'));
  try {
    const program = path.join(root, 'node_modules', suite.package, 'dist', 'index.js');
    const child = spawn(
      nodeForSuites(root),
      ['--import', unbracket, program, 'server', '--url', url, '-o', out, ...suite.args],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()));
    // Failed scenarios end it with a code of 1; that it could not run at all shows in what it wrote.
    await once(child, 'close');
    const report = readReport(out);
    if (report.size === 0) throw new Error(`${suite.package} wrote no report:\n${said}`);
    return report;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

export function readReport(folder: string): Report {
  const report = new Map<string, readonly Check[]>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.name !== 'checks.json') continue;
    const scenario = path
      .basename(entry.parentPath)
      .replace(/^server-/, '')
      .replace(/-\d{4}-\d{2}-\d{2}T.*$/, '');
    report.set(scenario, JSON.parse(readFileSync(path.join(entry.parentPath, entry.name), 'utf8')) as Check[]);
  }
  return report;
}

export function passed(checks: readonly Check[] | undefined): boolean {
  return checks !== undefined && checks.length > 0 && checks.every(({ status }) => status !== 'FAILURE');
}
