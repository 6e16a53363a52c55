// The official suite's client scenarios with our client side: which ones, and why a few are left out.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nodeForSuites, passed, readReport } from './suite.ts';
import type { Suite } from './suite.ts';

/** Those of both suites that a client with a user can be tested by, in the revisions that it speaks to servers. */
const common = [
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/pre-registration',
  'auth/2025-03-26-oauth-endpoint-fallback',
  'auth/resource-mismatch',
];

/**
 * Left out: extensions for clients without a user (client credentials, cross-app access, DPoP, workload identity), scenarios whose
 * server speaks 2026-07-28 alone, and of 0.1.16 "2025-03-26-oauth-metadata-backcompat", whose metadata names another issuer than the
 * one that was asked (RFC 8414 section 3.3); the newer suite has that corrected.
 */
const scenarios: Readonly<Record<Suite['package'], readonly string[]>> = {
  'conformance-2025': [...common, 'auth/offline-access-scope', 'auth/offline-access-not-supported'],
  'conformance-2026': [
    ...common,
    'auth/2025-03-26-oauth-metadata-backcompat',
    'auth/iss-supported-missing',
    'auth/iss-wrong-issuer',
    'auth/iss-unexpected',
    'auth/iss-normalized',
    'auth/metadata-issuer-mismatch',
  ],
};

/** Prints a line for each scenario; resolves with those that failed. */
export async function runClientScenarios(root: string): Promise<string[]> {
  const failed: string[] = [];
  for (const [suite, names] of Object.entries(scenarios)) {
    for (const name of names) {
      const isGood = await runScenario(root, suite, name);
      process.stdout.write(`${suite}  ${isGood ? 'pass' : 'FAIL'} client  ${name}\n`);
      if (!isGood) failed.push(`${suite}: ${name}`);
    }
  }
  return failed;
}

async function runScenario(root: string, suite: string, name: string): Promise<boolean> {
  const out = mkdtempSync(path.join(os.tmpdir(), 'pilothouse-conformance-'));
  try {
    const node = nodeForSuites(root);
    const program = path.join(root, 'node_modules', suite, 'dist/index.js');
    const command = `"${node}" "${path.join(root, 'test/run-ts.mjs')}" "${path.join(root, 'test/conformance/client.ts')}"`;
    const child = spawn(node, [program, 'client', '--command', command, '--scenario', name, '-o', out], {
      stdio: 'ignore',
    });
    const [code] = (await once(child, 'close')) as [number | null];
    const reports = [...readReport(out).values()];
    return code === 0 && reports.length > 0 && reports.every(passed);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
