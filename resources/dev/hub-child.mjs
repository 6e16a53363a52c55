// The program that holds the hub, headless or in Electron: started, and started again when it was built anew.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The hub stops within two seconds; whoever needs longer than this hangs. */
const graceMs = 10_000;

export class HubChild {
  /** Called with the first address of the panel that it prints, token and all. */
  onFirstAddress = _url => {};
  /** Called when it ends without having been asked to: its window was closed, or another hub runs on the same home. */
  onEnd = () => {};
  #command;
  #child = null;
  #ended = Promise.resolve();
  #address = null;
  #told = false;
  #isOver = false;

  constructor(command) {
    this.#command = command;
  }

  /** Where it serves its panel (`http://127.0.0.1:4321`), and which of its starts this is; null while it serves none. */
  get address() {
    return this.#address;
  }

  start() {
    if (this.#isOver) return;
    const [program, ...args] = this.#command;
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PILOTHOUSE_NODE: process.execPath },
    });
    this.#child = child;
    createInterface({ input: child.stdout }).on('line', line => this.#read(line));
    this.#ended = new Promise(resolve => {
      child.once('error', error => console.error(error.message));
      child.once('close', () => {
        this.#address = null;
        resolve();
        if (this.#child === child) this.onEnd();
      });
    });
  }

  async restart() {
    await this.stop();
    this.start();
  }

  /** Stops it for good, also where it is about to be started again. */
  end() {
    this.#isOver = true;
    return this.stop();
  }

  async stop() {
    const child = this.#child;
    this.#child = null;
    child?.kill('SIGTERM');
    const force = setTimeout(() => child?.kill('SIGKILL'), graceMs);
    await this.#ended;
    clearTimeout(force);
  }

  #read(line) {
    const [url, origin] = /(http:\/\/127\.0\.0\.1:\d+)\/#token=\S+/.exec(line) ?? [];
    if (!url) return void process.stdout.write(`${line}\n`);
    this.#address = { origin };
    if (!this.#told) this.onFirstAddress(url);
    this.#told = true;
  }
}
