/** A repository's own labels: create, change, delete. */
import { Defect } from "../../../base/errors.ts";
import { forWebhooks, type HubCore } from "../../core.ts";
import { presentLabel } from "../../present/issues/label.ts";
import {
  deleteLabelRow,
  insertLabel,
  type Label,
  labelById,
  labelByName,
  saveLabel,
} from "../../state/issues/labels.ts";
import type { Repository } from "../../state/repositories.ts";
import { emit } from "../../webhooks/emit.ts";
import { needs, writableFor } from "../access/access.ts";
import type { Actor, WriteActor } from "../access/actor.ts";
import { invalid, notFound, type OpResult, ok } from "../result.ts";
import { nowOf, write } from "../write.ts";

const nameLength = 50;
const descriptionLength = 100;
const defaultLabelColor = "ededed";

export interface LabelInput {
  readonly name: string;
  /** Six hexadecimal digits; `ededed` where left out. */
  readonly color?: string | undefined;
  readonly description?: string | null | undefined;
}

export function createLabel(
  core: HubCore,
  actor: Actor,
  input: LabelInput & { readonly repositoryId: number },
): OpResult<Label> {
  return write(core, () => {
    const found = writableFor(core.state, actor, input.repositoryId, needs.moderate);
    if (found.kind !== "ok") return found;
    return addLabelTo(core, found.value.writer, found.value.repository, input);
  });
}

/** Creates a label in a repository that the writer may change. */
export function addLabelTo(
  core: HubCore,
  writer: WriteActor,
  repository: Repository,
  input: LabelInput,
): OpResult<Label> {
  const checked = checkLabel(core, repository.id, input, undefined);
  if (checked.kind !== "ok") return checked;
  const id = insertLabel(core.state, { repositoryId: repository.id, ...checked.value }, nowOf(core));
  return ok(announceLabel(core, writer, { repository, action: "created", labelId: id }));
}

export interface LabelChange {
  readonly labelId: number;
  readonly name?: string | undefined;
  readonly color?: string | undefined;
  readonly description?: string | null | undefined;
}

export function updateLabel(core: HubCore, actor: Actor, change: LabelChange): OpResult<Label> {
  return write(core, () => {
    const label = labelById(core.state, change.labelId);
    if (label === undefined) return notFound;
    const found = writableFor(core.state, actor, label.repositoryId, needs.moderate);
    if (found.kind !== "ok") return found;
    const wanted = {
      name: change.name ?? label.name,
      color: change.color ?? label.color,
      description: change.description === undefined ? label.description : change.description,
    };
    const checked = checkLabel(core, label.repositoryId, wanted, label.id);
    if (checked.kind !== "ok") return checked;
    saveLabel(core.state, { ...label, ...checked.value, updatedAt: nowOf(core) });
    const changes = {
      ...(wanted.name === label.name ? {} : { name: { from: label.name } }),
      ...(wanted.color === label.color ? {} : { color: { from: label.color } }),
      ...(wanted.description === label.description ? {} : { description: { from: label.description ?? "" } }),
    };
    return ok(
      announceLabel(core, found.value.writer, {
        repository: found.value.repository,
        action: "edited",
        labelId: label.id,
        extra: { changes },
      }),
    );
  });
}

export function deleteLabel(core: HubCore, actor: Actor, labelId: number): OpResult<Label> {
  return write(core, () => {
    const label = labelById(core.state, labelId);
    if (label === undefined) return notFound;
    const found = writableFor(core.state, actor, label.repositoryId, needs.moderate);
    if (found.kind !== "ok") return found;
    announceLabel(core, found.value.writer, {
      repository: found.value.repository,
      action: "deleted",
      labelId: label.id,
    });
    deleteLabelRow(core.state, label.id);
    return ok(label);
  });
}

function checkLabel(
  core: HubCore,
  repositoryId: number,
  input: LabelInput,
  self: number | undefined,
): OpResult<Pick<Label, "name" | "color" | "description">> {
  const name = input.name.trim();
  const color = input.color ?? defaultLabelColor;
  const problem = (field: string, code: "missing_field" | "invalid" | "already_exists") =>
    invalid({ resource: "Label", field, code });
  if (name === "") return problem("name", "missing_field");
  if ([...name].length > nameLength) return problem("name", "invalid");
  if (!/^[0-9a-f]{6}$/i.test(color)) return problem("color", "invalid");
  if ([...(input.description ?? "")].length > descriptionLength) return problem("description", "invalid");
  const same = labelByName(core.state, repositoryId, name);
  if (same !== undefined && same.id !== self) return problem("name", "already_exists");
  return ok({ name, color: color.toLowerCase(), description: input.description ?? null });
}

function announceLabel(
  core: HubCore,
  writer: WriteActor,
  {
    repository,
    action,
    labelId,
    extra = {},
  }: {
    readonly repository: Repository;
    readonly action: "created" | "edited" | "deleted";
    readonly labelId: number;
    readonly extra?: Readonly<Record<string, unknown>>;
  },
): Label {
  const label = labelById(core.state, labelId);
  if (label === undefined) throw new Defect(`Label ${labelId} vanished during a write.`);
  const payload = { label: presentLabel(forWebhooks(core), label), ...extra };
  emit(core, { event: "label", action, repository, sender: writer.user, payload });
  return label;
}
