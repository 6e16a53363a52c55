// What chat needs of models: which one a name means now, which are ready in its place, the answers, and what they cost.
import type { Reason } from '../../../contract/reasons.ts';
import type { ChatModel } from '../../../contract/schemas/chat.ts';
import type { ModelAnswers, ModelUsage } from '../models/model-answer.ts';

export interface MeantModel {
  /** Null where nothing is meant by the name. */
  readonly model: ChatModel | null;
  /** Why, or why it will not answer as it looks now; null where nothing speaks against it. */
  readonly trouble: Reason | null;
}

export interface ChatModels extends ModelAnswers {
  /** `name` as `ModelRequest.model`; null is the default model of the chat. */
  meant(name: string | null): MeantModel;
  /** Those that can be asked now, as `ModelRequest.model`, the default first. */
  ready(): readonly string[];
  /** Null without a price. */
  costOf(model: Pick<ChatModel, 'providerId' | 'model'>, usage: ModelUsage): number | null;
}

/** As `ModelRequest.model` names it. */
export function modelName({ providerId, model }: Pick<ChatModel, 'providerId' | 'model'>): string {
  return `${providerId}:${model}`;
}
