/** Fills in a form as a person would: by its inputs and buttons alone. */
import type { Locator, Page } from "playwright-core";
import { escapeToken } from "../../src/core/json/values.ts";
import type { FieldModel, GroupModel } from "../../web/model/model.ts";
import { branchOf } from "../../web/model/values.ts";

type Members = Record<string, unknown>;

export async function fillForm(page: Page, model: GroupModel, candidate: unknown): Promise<void> {
  const at = (pointer: string): Locator => page.locator(`[data-place=${JSON.stringify(pointer)}]`).first();
  const input = (pointer: string): Locator => page.locator(`[id="input-${encodeURIComponent(pointer)}"]`);

  async function group(model: GroupModel, pointer: string, value: Members): Promise<void> {
    for (const member of model.members) {
      const inner = value[member.name];
      const place = `${pointer}/${escapeToken(member.name)}`;
      if (inner === undefined || (member.kind === "constant" && member.tells)) continue;
      const chip = page.locator(`.chip[data-place=${JSON.stringify(place)}]`);
      if ((await chip.count()) > 0) await chip.click();
      const add = page.locator(`.field[data-place=${JSON.stringify(place)}] > .button-add`);
      if ((await add.count()) > 0) await add.click();
      await field(member, place, inner);
    }
    const known = new Set(model.members.map(({ name }) => name));
    const others = Object.entries(value).filter(([name]) => !known.has(name));
    if (others.length > 0 && model.others !== undefined)
      await map(
        "More",
        model.others,
        pointer,
        Object.fromEntries(others),
        at(pointer).locator(".other-members"),
      );
  }

  async function map(
    label: string,
    item: FieldModel,
    pointer: string,
    value: Members,
    root: Locator,
  ): Promise<void> {
    for (const [index, [name, inner]] of Object.entries(value).entries()) {
      const names = root.getByLabel(`Name ${index + 1} of ${label}`, { exact: true });
      if ((await names.count()) === 0) await root.locator("> .button-add").last().click();
      await names.fill(name);
      await names.press("Tab");
      await field(item, `${pointer}/${escapeToken(name)}`, inner);
    }
  }

  async function items(
    pointer: string,
    list: readonly unknown[],
    fill: (place: string, value: unknown) => Promise<void>,
  ): Promise<void> {
    for (const [index, item] of list.entries()) {
      const place = `${pointer}/${index}`;
      if ((await page.locator(`[data-row=${JSON.stringify(place)}]`).count()) === 0)
        await page.locator(`[id="add-${encodeURIComponent(pointer)}"]`).click();
      await fill(place, item);
    }
  }

  async function field(model: FieldModel, pointer: string, value: unknown): Promise<void> {
    if (Array.isArray(value) && value.length === 0 && model.required) {
      await at(pointer).getByRole("button", { name: "There are none" }).click();
      return;
    }
    switch (model.kind) {
      case "group":
        return group(model, pointer, value as Members);
      case "map":
        return map(model.label, model.item, pointer, value as Members, at(pointer));
      case "list":
        return items(pointer, value as unknown[], (place, item) => field(model.item, place, item));
      case "rows":
        return items(pointer, value as unknown[], (place, item) => group(model.item, place, item as Members));
      case "records":
        return items(pointer, value as unknown[], async (place, record) => {
          for (const [name, cell] of Object.entries(record as Members)) {
            const target = input(`${place}/${escapeToken(name)}`);
            if (typeof cell === "boolean") await target.selectOption(cell ? "Yes" : "No");
            else await target.fill(typeof cell === "object" ? JSON.stringify(cell) : String(cell));
          }
        });
      case "tuple":
        for (const [index, item] of model.items.entries())
          await field(item, `${pointer}/${index}`, (value as unknown[])[index]);
        return undefined;
      case "union": {
        const index = branchOf(model, value, undefined);
        const branch = model.branches[index]!;
        const kinds = at(pointer).locator(".label-tools").first();
        if (model.branches.length > 4) await kinds.locator("select").selectOption(String(index));
        else await kinds.locator(".segment").nth(index).click();
        return field({ ...branch, label: model.label }, pointer, value);
      }
      case "set":
        for (const word of value as string[]) {
          const option = model.options.findIndex((one) => one.value === word);
          if (model.options.length > 24) await input(pointer).selectOption(String(option));
          else await at(pointer).locator(".choice input").nth(option).check();
        }
        return undefined;
      case "choice":
        await input(pointer).selectOption(
          String(model.options.findIndex((option) => option.value === value)),
        );
        return undefined;
      case "boolean":
        await input(pointer).selectOption(value === true ? "Yes" : "No");
        return undefined;
      case "constant":
        if (model.value !== null) await input(pointer).check();
        return undefined;
      default:
        await input(pointer).fill(typeof value === "object" ? JSON.stringify(value) : String(value));
    }
  }
  await group(model, "", candidate as Members);
}
