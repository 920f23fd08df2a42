import { useSearchParams } from 'react-router';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import type { InputProps } from '#kit/fields/input-state.web.ts';
import { useNamed } from '#kit/fields/options.web.ts';
import { RecordForm } from '#kit/record/record-form.web.tsx';
import { StandardForm } from '#kit/record/registry-form.web.tsx';
import type { FormPageProps } from '#kit/registry/view.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { MatrizInput } from './matriz-input.web.tsx';

/** The matrix of a band, in its form. */
export const MatrizDaFaixa = (props: InputProps) => (
  <MatrizInput
    {...props}
    dono="faixaSalarial"
    chamada={(id, data) => `/api/cargo-salario/configuracoes-niveis-competencia/faixa-salarial/${id}/info?data=${data}`}
    semDono="Escolha a faixa salarial para ver as competências do cargo."
  />
);

/**
 * A configuration can be opened from its owner: `/new?faixaSalarialId=7`. A new one starts with the owner and today; where the
 * owner's page has them (`volta`), the form leads back to it.
 */
export function formularioDe(dono: string, parametro: string, target: string, volta?: (id: number) => string) {
  return function FormularioDeNiveis(props: FormPageProps) {
    const [search] = useSearchParams();
    const { today } = useCheckContext();
    const asked = search.get(parametro) ?? '';
    const dele = /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : null;
    const id = props.id === undefined ? dele : null;
    const back = dele === null || !volta ? {} : { back: volta(dele) };
    const [named] = useNamed(target, id === null ? [] : [id]);
    if (id === null) return <StandardForm {...props} {...back} />;
    // The name loads a moment later, and the form keeps its initial values.
    if (!named || named.nome === `#${id}`) return <ScreenLoading />;
    return (
      <RecordForm
        key={id}
        {...props}
        {...back}
        title={`Inserir ${props.registry.singular}`}
        initial={{ id, [dono]: named, data: today }}
      />
    );
  };
}

/** An empty matrix requires nothing; asks before somebody saves an emptied one. */
export function aoEsvaziar(
  values: Readonly<Record<string, unknown>>,
  antes: Readonly<Record<string, unknown>>,
): string | undefined {
  const quantas = ({ configsNiveisCompetencias: itens }: Readonly<Record<string, unknown>>) =>
    Array.isArray(itens) ? itens.length : 0;
  if (quantas(values) > 0 || quantas(antes) === 0) return undefined;
  return `${counted(quantas(antes), 'competência configurada será retirada', 'competências configuradas serão retiradas')}. Deseja salvar mesmo assim?`;
}
