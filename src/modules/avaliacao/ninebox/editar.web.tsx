import { useMemo } from 'react';
import { api } from '#kit/client/client.web.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { inputOf } from '#kit/registry/registry.ts';
import type { RecordRow } from '#kit/registry/view.web.tsx';
import { nineBox } from './ninebox.registry.ts';
import type { Caixa } from './ninebox.rules.ts';
import type { QuadroNineBox } from './ninebox.ts';
import { NINE_BOX } from './quadro.web.ts';

const limites = [
  'percentualBaixoPotencial',
  'percentualAltoPotencial',
  'percentualBaixoDesempenho',
  'percentualAltoDesempenho',
] as const;

interface Props {
  quadro: QuadroNineBox;
  /** a box, or the limits and the description of the result */
  oque: Caixa | 'limites';
  onClose(feito: boolean): void;
}

/** RUL-186, RUL-235: title and description of a box, or the limits, changed where they are seen. */
export function EditarNineBox({ quadro, oque, onClose }: Props) {
  const { form, start } = useMemo(() => {
    const { fields, requiredWhen, rules } = nineBox;
    const nomes =
      oque === 'limites'
        ? [...limites, 'descricaoResultado' as const]
        : ([`box${oque}Nomeclatura`, `box${oque}Descricao`] as const);
    const escolhidos = Object.fromEntries(nomes.map((nome) => [nome, fields[nome]]));
    const caixa = oque === 'limites' ? undefined : quadro[`box${oque}`];
    return {
      form: defineForm({
        fields: escolhidos as Record<string, (typeof fields)[keyof typeof fields]>,
        ...(oque === 'limites' && requiredWhen && rules ? { requiredWhen: requiredWhen as never, rules: rules as never } : {}),
      }),
      start: caixa
        ? { [`box${oque}Nomeclatura`]: caixa.nomeclatura, [`box${oque}Descricao`]: caixa.descricao }
        : Object.fromEntries(nomes.map((nome) => [nome, (quadro as unknown as Record<string, unknown>)[nome]])),
    };
  }, [quadro, oque]);
  return (
    <FormDialog
      form={form}
      title={oque === 'limites' ? 'Limites e resultado' : 'Editar quadrante'}
      ok="Salvar"
      start={start}
      send={async (valores) => {
        const antes = await api.get<RecordRow>(`${NINE_BOX}/${quadro.id}`, {}, { quiet: true });
        await api.put(
          `${NINE_BOX}/${quadro.id}`,
          { ...inputOf(nineBox, antes), ...valores, versao: antes.versao },
          { silent: true },
        );
      }}
      onClose={onClose}
    />
  );
}
