// The three kinds of tests: unit (fast, pure), integration (real sockets and children), e2e (real browsers).
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Bounds for what hangs; a busy machine must not reach them, so what is polled has no second but a minute. */
const shared = {
  environment: 'node',
  restoreMocks: true,
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
} as const;

/** Files that share what they load: two thirds of the time of unit tests was to load the same modules for each. */
const together = { isolate: false, setupFiles: 'test/support/shared-modules.ts' } as const;

/** Unit tests compute. */
const computing = Math.max(2, availableParallelism() - 1);
/** The others wait for their programs for half of their time: on two cores a third file uses what two leave idle. */
const waiting = 3;

/** Those play a browser, or Electron, to modules that take hold of it once, when they are loaded. */
const playing = ['test/unit/resources/**/*.test.ts', 'test/unit/{main,preload}/**/*.test.ts'];

/** Those put another module in place of one, which has to be done before anybody loads it. */
const replacing = ['test/integration/hub/{every-name,paused-wires}.test.ts'];

/** The files that take longest on two cores, the longest first. */
const longest = [
  'test/e2e/many-pages-firefox.test.ts',
  'test/e2e/many-pages-chromium.test.ts',
  'test/e2e/real-agents.test.ts',
  'test/e2e/five-clicks.test.ts',
  'test/e2e/desktop-packaged.test.ts',
  'test/e2e/decided-page.test.ts',
  'test/e2e/every-screen.test.ts',
  'test/e2e/german-troubles.test.ts',
  'test/e2e/desktop-start.test.ts',
  'test/e2e/decided-firefox.test.ts',
  'test/e2e/trace-tools.test.ts',
  'test/e2e/dev.test.ts',
  'test/e2e/prompt-dangers.test.ts',
  'test/e2e/ladder-screens.test.ts',
  'test/e2e/frames-read.test.ts',
  'test/e2e/shortcuts.test.ts',
  'test/e2e/sites-tab.test.ts',
  'test/e2e/npm-package.test.ts',
  'test/e2e/ended-calls.test.ts',
  'test/e2e/extension-scripts.test.ts',
  'test/e2e/desktop-secrets.test.ts',
  'test/e2e/doctor.test.ts',
  'test/e2e/permission-prompts.test.ts',
  'test/e2e/firefox.test.ts',
  'test/e2e/connect-agents.test.ts',
  'test/e2e/languages.test.ts',
  'test/e2e/doctor-screen.test.ts',
  'test/e2e/people.test.ts',
  'test/e2e/chat.test.ts',
  'test/integration/install/fetching.test.ts',
  'test/integration/interop/programs.test.ts',
  'test/integration/hub/commands.test.ts',
  'test/integration/fleet/gateway-guards.test.ts',
  'test/integration/fleet/shared-servers.test.ts',
  'test/integration/trace/trace-tools.test.ts',
  'test/integration/fleet/link-cuts.test.ts',
  'test/integration/install/updates.test.ts',
  'test/integration/harbor/harbor-a-attacks.test.ts',
  'test/integration/permissions/fifty-agents.test.ts',
  'test/integration/hub/secret-store.test.ts',
  'test/integration/web-agent/site-servers.test.ts',
  'test/integration/servers/faults.test.ts',
  'test/integration/hub/catalogue-add.test.ts',
  'test/integration/fleet/link-schedule.test.ts',
  'test/integration/fleet/shared-group.test.ts',
  'test/integration/telemetry/live-export.test.ts',
  'test/integration/agents/shim.test.ts',
  'test/integration/compat/moving-tabs.test.ts',
  'test/integration/hub/owners-survive.test.ts',
  'test/integration/compat/starving.test.ts',
  'test/integration/compat/time.test.ts',
  'test/integration/hub/machine-browsers.test.ts',
  'test/integration/servers/supervision.test.ts',
  'test/integration/headless/secrets-in-processes.test.ts',
  'test/integration/hub/whole-hub.property.test.ts',
  'test/integration/fleet/policy-hubs.test.ts',
  'test/integration/harbor/harbor-a-pages.test.ts',
  'test/integration/headless/serve.test.ts',
  'test/integration/fleet/shared-agents.test.ts',
  'test/integration/install/races.test.ts',
  'test/integration/compat/claudezilla.test.ts',
  'test/integration/hub/people.test.ts',
  'test/integration/harbor/harbor-b.test.ts',
  'test/integration/headless/panel-flood.test.ts',
  'test/integration/hub/permissions.test.ts',
  'test/integration/web-agent/agents.test.ts',
  'test/integration/fleet/shared-schedules.test.ts',
  'test/integration/hub/several-browsers.test.ts',
];

/** By itself vitest begins with the largest files; then the longest would run at the end, beside idle workers. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const lost = longest.find(file => !existsSync(path.join(root, file)));
    if (lost)
      throw new Error(`vitest.config.ts begins with ${lost}, which is not there: name the file that it became.`);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex(file => path.join(root, file) === path.normalize(moduleId));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    reporters: [['default', { summary: false }], './test/support/count-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    globalSetup: './test/support/compile-cache.ts',
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          exclude: playing,
          maxWorkers: computing,
          ...together,
        },
      },
      { test: { ...shared, name: 'unit-alone', include: playing, maxWorkers: computing } },
      {
        test: {
          ...shared,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: replacing,
          maxWorkers: Math.max(waiting, computing),
          ...together,
        },
      },
      { test: { ...shared, name: 'integration-alone', include: replacing, maxWorkers: Math.max(waiting, computing) } },
      { test: { ...shared, name: 'e2e', include: ['test/e2e/**/*.test.ts'], maxWorkers: waiting, ...together } },
    ],
  },
});
