import { Group, Stack, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { formatNumber } from '#kit/br/number.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { choice } from '#kit/fields/choice.ts';
import { having } from '#kit/fields/field.ts';
import { longText } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { Rosto } from './grade.web.tsx';
import { CAIXAS, type Caixa, dizNiveis } from './ninebox.rules.ts';
import type { PessoaNoQuadro, QuadroNineBox } from './ninebox.ts';
import { NINE_BOX } from './quadro.web.ts';

interface Props {
  quadro: QuadroNineBox;
  pessoa: PessoaNoQuadro;
  /** the box on which the person was dropped */
  para: Caixa | null;
  /** somebody else was faster: the screen reads the grid again */
  onAtrasado(): unknown;
  onClose(feito: boolean): void;
}

/** Before and after, and why. */
export function MoverDialog({ quadro, pessoa, para, onAtrasado, onClose }: Props) {
  const titulo = (caixa: Caixa) => quadro[`box${caixa}`].nomeclatura;
  const { form, start } = useMemo(() => {
    const outras = CAIXAS.filter((caixa) => caixa !== pessoa.caixa);
    const opcoes = Object.fromEntries(
      outras.map((caixa) => [String(caixa), `${quadro[`box${caixa}`].nomeclatura} (${dizNiveis(caixa).toLowerCase()})`]),
    );
    return {
      form: defineForm({
        fields: {
          para: having(choice('Vai para', opcoes), { span: 12 }),
          motivo: having(longText('Motivo', 1_000), {
            span: 12,
            hint: 'Fica guardado com a mudança, à vista de quem vê esta pessoa no quadro.',
          }),
        },
      }),
      start: para === null ? {} : { para: String(para) },
    };
  }, [quadro, pessoa.caixa, para]);
  return (
    <FormDialog
      form={form}
      title={`Mudar ${pessoa.nome} de quadrante`}
      ok="Mudar"
      start={start}
      send={async (valores) => {
        try {
          await api.post(
            `${NINE_BOX}/${quadro.id}/movimentos`,
            { ...valores, colaboradorId: pessoa.colaboradorId, passo: pessoa.passo },
            { silent: true },
          );
        } catch (error) {
          if (error instanceof ApiError && error.status === 409) onAtrasado();
          throw error;
        }
        toast.success(`${pessoa.nome} foi para ${titulo(Number(valores.para) as Caixa)}.`);
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Group gap="sm" wrap="nowrap">
          <Rosto pessoa={pessoa} size={40} />
          <div>
            <Text fw={600}>{pessoa.nome}</Text>
            <Text size="sm" c="dimmed">
              {[pessoa.cargo, pessoa.area].filter(Boolean).join(' · ')}
            </Text>
          </div>
        </Group>
        <Text size="sm">
          Desempenho {formatNumber(pessoa.desempenho, 1)}, potencial {formatNumber(pessoa.potencial, 1)}: pelas notas,{' '}
          {titulo(pessoa.calculada)}. As notas não mudam.
        </Text>
        <Depois de={titulo(pessoa.caixa)} titulo={titulo} />
      </Stack>
    </FormDialog>
  );
}

function Depois({ de, titulo }: { de: string; titulo: (caixa: Caixa) => string }) {
  const para = Number(useWatch({ name: 'para' }) ?? 0);
  return (
    <Group gap="xs" role="status">
      <Text fw={600}>{de}</Text>
      <IconArrowRight size={18} aria-label="para" />
      <Text fw={600} {...(para > 0 ? {} : { c: 'dimmed' })}>
        {para > 0 ? titulo(para as Caixa) : 'escolha'}
      </Text>
    </Group>
  );
}
