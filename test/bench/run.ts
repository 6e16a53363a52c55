// `npm run bench -- NAME [--json] [--seconds N]`: runs one benchmark and ends with one line of JSON, or a table for people.
import { benchBrowser } from './browser.ts';
import { benchCatalogue } from './catalogue.ts';
import { benchDialects } from './dialects.ts';
import { benchFaults } from './faults.ts';
import { benchFleet } from './fleet.ts';
import { benchFlood } from './flood.ts';
import { benchFraming } from './framing.ts';
import { benchGates } from './gates.ts';
import { benchGateway } from './gateway.ts';
import { benchModels } from './models.ts';
import { benchPage } from './page.ts';
import { benchPanel } from './panel.ts';
import { benchPlugins } from './plugins.ts';
import { benchRelay } from './relay.ts';
import { benchScale } from './scale.ts';
import { benchStartup } from './startup.ts';
import { benchTelemetry } from './telemetry.ts';
import { benchTools } from './tools.ts';
import { benchTrace } from './trace.ts';
import type { BenchRow } from './row.ts';

const benches: Readonly<Record<string, (seconds?: number) => Promise<BenchRow[]>>> = {
  browser: benchBrowser,
  catalogue: benchCatalogue,
  dialects: benchDialects,
  faults: benchFaults,
  fleet: benchFleet,
  flood: benchFlood,
  framing: benchFraming,
  gates: benchGates,
  gateway: benchGateway,
  models: benchModels,
  page: benchPage,
  panel: benchPanel,
  plugins: benchPlugins,
  relay: benchRelay,
  scale: benchScale,
  startup: benchStartup,
  telemetry: benchTelemetry,
  tools: benchTools,
  trace: benchTrace,
};

const [name = '', ...flags] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (!bench) {
  process.stderr.write(`There is no benchmark "${name}"; choose from ${Object.keys(benches).join(', ')}.\n`);
  process.exitCode = 2;
} else {
  const seconds = Number(flags[flags.indexOf('--seconds') + 1]);
  const rows = await bench(...(seconds > 0 ? [seconds] : []));
  for (const row of rows) {
    const ratio = row.ratio === null ? '' : `, ${row.ratio.toFixed(2)} of ${row.baseline} ${row.unit}`;
    process.stderr.write(
      `${row.case}: ${row.value} ${row.unit}${ratio}; goal ${row.goal}: ${row.holds ? 'holds' : 'MISSED'}\n`,
    );
    for (const note of row.notes ?? []) process.stderr.write(`  ${note}\n`);
  }
  if (flags.includes('--json')) process.stdout.write(`${JSON.stringify({ name, rows })}\n`);
  if (rows.some(row => !row.holds)) process.exitCode = 1;
}
