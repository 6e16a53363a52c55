// A row of the table on this machine: a program with the file of the user, or with that of one project.
import { statSync } from 'node:fs';
import { basename, isAbsolute, normalize, resolve } from 'node:path';
import { hubError } from '../../../words/hub-error.ts';
import type { AgentApp, AgentConfig } from './agent-app.ts';

export interface AgentTarget {
  /** `codex`, `claude-code@/home/ana/atlas`. */
  readonly id: string;
  readonly app: AgentApp;
  /** Null where its list cannot be written. */
  readonly config: AgentConfig | null;
  readonly project: string | null;
}

export interface TargetName {
  readonly agent: string;
  readonly project?: string | undefined;
}

/** Throws ERR_INVALID_ARGUMENTS for a program that is not known, or has no file for a project. */
export function targetOf(apps: readonly AgentApp[], { agent, project }: TargetName): AgentTarget {
  const app = apps.find(({ id }) => id === agent);
  if (!app) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'agent-unknown', agent, known: apps.map(({ id }) => id) });
  if (project === undefined) return { id: app.id, app, config: app.user ?? null, project: null };
  if (!app.project) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'agent-no-project', agent: app.title });
  const folder = trimmed(project);
  return { id: `${app.id}@${folder}`, app, config: app.project, project: folder };
}

/** Of a row's credential, as people tell them apart: a project has its own. */
export function credentialName({ app, project }: AgentTarget): string {
  return (project === null ? app.title : `${app.title}, ${basename(project)}`).slice(0, 60);
}

/** Throws ERR_INVALID_ARGUMENTS where the project is no folder by its full path. */
export function expectProject({ project }: AgentTarget): void {
  if (project === null) return;
  if (isAbsolute(project) && statSync(project, { throwIfNoEntry: false })?.isDirectory()) return;
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'project-no-folder', folder: project });
}

/** Throws where nothing of it can be written from outside. */
export function expectConfig({ app, config }: AgentTarget): AgentConfig {
  if (config) return config;
  const { title, manual } = app;
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'agent-by-hand', agent: title, menu: manual?.menu ?? null });
}

function trimmed(folder: string): string {
  return isAbsolute(folder) ? resolve(normalize(folder)) : folder;
}
