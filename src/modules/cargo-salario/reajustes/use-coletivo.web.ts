import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { namedId } from '#kit/fields/bare.ts';
import { formValues } from '#kit/fields/form-values.web.ts';
import { idOf } from '#kit/fields/options.web.ts';
import type { AnyForm } from '#kit/form/form.ts';
import { firstFault, focusField, INVALID, looseSentences } from '#kit/form/form-faults.web.ts';
import { useJudgedForm } from '#kit/form/use-judged-form.web.ts';
import type { Task } from '#kit/jobs/task.web.tsx';
import type { Issue } from '#kit/refusal/issues.ts';
import { dizFeito, type Feito } from './painel.ts';

/** Refusals shown above the button, not in a toast. */
const PROPRIOS: readonly string[] = ['PLANEJAMENTO_FECHADO', 'REAJUSTE_IMPEDIDO'];

export const TABELAS = 'cargo-salario/tabelas-reajustes-colaboradores';

export interface Coletivo {
  form: AnyForm;
  title: string;
  /** registry of the lines that it makes */
  linhas: string;
  /** query of the table's screen that shows them */
  aba: string;
}

export interface Tabela {
  id: number;
  nome: string;
  tipoReajuste: string;
  percentualDissidio: number | null;
}

/** A table that is chosen in the form brings its percentage too, where none is typed. */
function usePercentualDaTabela(inputs: UseFormReturn<FieldValues>, comecou: number | undefined) {
  const escolhida = idOf(useWatch({ control: inputs.control, name: 'tabelaReajuste' }));
  const { data } = useQuery({
    queryKey: ['registro', TABELAS, escolhida],
    queryFn: ({ signal }) => api.get<Tabela>(`${TABELAS}/${escolhida}`, {}, { signal, quiet: true, silent: true }),
    enabled: escolhida !== null && escolhida !== comecou,
  });
  const percentual = data?.percentualDissidio ?? null;
  useEffect(() => {
    if (percentual !== null && !inputs.getValues('valorDissidio'))
      inputs.setValue('valorDissidio', percentual, { shouldDirty: true });
  }, [inputs, percentual]);
}

/** The form of a collective adjustment and its result: lines, a task that makes them, or the reason why there are none. */
export function useColetivo({ form, linhas, aba, tabela }: Coletivo & { tabela?: Tabela }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [problema, setProblema] = useState<string | null>(null);
  const [tarefa, setTarefa] = useState<{ id: number; planejamento: number } | null>(null);
  const nomes = Object.keys(form.fields);
  const inicio = useMemo(
    () => ({
      ...formValues(form.fields),
      ...(tabela ? { tabelaReajuste: { id: tabela.id, nome: tabela.nome }, valorDissidio: tabela.percentualDissidio } : {}),
    }),
    [form, tabela],
  );
  const { inputs, submit, mark } = useJudgedForm(form, inicio);
  usePercentualDaTabela(inputs, tabela?.id);

  const mostra = (issues: readonly Issue[]) => {
    setProblema([INVALID, ...looseSentences(issues, nomes)].join('. '));
    const path = firstFault(issues, nomes);
    if (path) requestAnimationFrame(() => focusField(path));
  };
  /** Shows the table with its new lines; cached queries about it are stale. */
  const mostraLinhas = async (frase: string, planejamento: number | undefined) => {
    toast.success(frase);
    await queries.invalidateQueries({ queryKey: ['registro'] });
    await navigate(`/${TABELAS}/${planejamento}${aba}`);
  };
  const inclui = async (values: FieldValues) => {
    setProblema(null);
    try {
      const feito = await api.post<Feito | { tarefaId: number }>(`cargo-salario/${linhas}/aplicar-dissidio`, values, {
        silent: ['FIELD_VALIDATION_VIOLATION', ...PROPRIOS],
      });
      if ('tarefaId' in feito) return setTarefa({ id: feito.tarefaId, planejamento: namedId(values.tabelaReajuste) });
      if (feito.inseridas === 0) return toast.info(dizFeito(feito));
      await mostraLinhas(dizFeito(feito), namedId(values.tabelaReajuste));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'FIELD_VALIDATION_VIOLATION') {
        const issues = error.errors ?? [{ field: '', message: error.message }];
        mark(issues);
        mostra(issues);
      } else if (PROPRIOS.includes(error.code)) setProblema(error.message);
    }
  };
  const fim = async (feita: Task) => {
    const planejamento = tarefa?.planejamento;
    setTarefa(null);
    if (feita.estado === 'falhou') return setProblema(feita.mensagem ?? 'A tarefa falhou.');
    if (feita.estado === 'cancelada') return toast.info('Tarefa cancelada: nada mudou.');
    await mostraLinhas(feita.mensagem ?? 'Linhas incluídas no planejamento.', planejamento);
  };

  return { inputs, nomes, problema, semProblema: () => setProblema(null), tarefa, fim, envia: () => submit(inclui, mostra) };
}
