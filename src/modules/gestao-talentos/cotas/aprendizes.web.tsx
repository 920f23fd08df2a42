import { Button, UnstyledButton } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '#kit/br/number.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import type { QuaisContados } from './contados.web.tsx';
import { CotaNumeros, SituacaoDaCota } from './cota-numeros.web.tsx';
import classes from './cotas.module.css';
import { aplicaHipotese, cotaAprendizes, type Hipotese, SEM_HIPOTESE } from './cotas.rules.ts';
import type { Lugar } from './cotas.ts';
import { Simulacao } from './simulacao.web.tsx';

const inteiro = (value: number) => formatNumber(value, 0);
const chaveDe = ({ id }: Lugar) => String(id ?? 'sem');

/** Apprentices: each establishment has its own quota. */
export function Aprendizes({ lugares, onShow }: { lugares: readonly Lugar[]; onShow: (quais: QuaisContados) => void }) {
  const [hipoteses, setHipoteses] = useState<Readonly<Record<string, Hipotese>>>({});
  const [escolhido, setEscolhido] = useState<string | null>(null);
  const atual = lugares.find((lugar) => chaveDe(lugar) === escolhido) ?? lugares[0];
  const hipoteseDe = (lugar: Lugar) => hipoteses[chaveDe(lugar)] ?? SEM_HIPOTESE;
  const cotaDe = (lugar: Lugar) => {
    const depois = aplicaHipotese(lugar, hipoteseDe(lugar), 'aprendiz');
    return cotaAprendizes(depois.base, depois.presentes);
  };
  return (
    <Section
      title="Aprendizes"
      note="CLT, art. 429: em cada estabelecimento, de 5% a 15% dos empregados em funções que demandam formação profissional; a fração conta como um. Microempresas e empresas de pequeno porte estão dispensadas."
      aside={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconUsers size={16} aria-hidden="true" />}
          onClick={() => onShow({ tipo: 'aprendiz', titulo: 'Aprendizes ativos' })}
        >
          Ver quem conta
        </Button>
      }
    >
      {atual === undefined ? (
        <Empty message="Nenhum empregado ativo." />
      ) : (
        <>
          <PlainTable
            caption="Aprendizes por estabelecimento"
            minWidth={620}
            mb="md"
            rows={lugares.map((lugar) => ({ lugar, cota: cotaDe(lugar) }))}
            keyOf={({ lugar }) => chaveDe(lugar)}
            rowClass={({ lugar }) => (lugar === atual ? classes.escolhido : undefined)}
            columns={[
              {
                title: 'Estabelecimento',
                isHeading: true,
                cell: ({ lugar }) => (
                  <UnstyledButton
                    className={classes.nome}
                    aria-pressed={lugar === atual}
                    onClick={() => setEscolhido(chaveDe(lugar))}
                  >
                    {lugar.nome}
                  </UnstyledButton>
                ),
              },
              { title: 'Empregados', figures: true, cell: ({ lugar }) => inteiro(lugar.empregados) },
              { title: 'Base', figures: true, cell: ({ cota }) => inteiro(cota.base) },
              { title: 'Mínimo', figures: true, cell: ({ cota }) => inteiro(cota.exigidos) },
              { title: 'Máximo', figures: true, cell: ({ cota }) => inteiro(cota.maximo) },
              { title: 'Presentes', figures: true, cell: ({ cota }) => inteiro(cota.presentes) },
              { title: 'Situação', cell: ({ cota }) => <SituacaoDaCota cota={cota} /> },
            ]}
          />
          <div className={classes.lado}>
            <div>
              <Select<string>
                label="Estabelecimento simulado"
                options={lugares.map((lugar) => ({ value: chaveDe(lugar), label: lugar.nome }))}
                value={chaveDe(atual)}
                onChange={(value) => setEscolhido(value ?? null)}
              />
              <div className={classes.abaixo}>
                <CotaNumeros
                  cota={cotaDe(atual)}
                  hoje={cotaAprendizes(atual.base, atual.presentes)}
                  nomeBase="Base"
                  vazio="Com menos de sete empregados nessas funções não há exigência."
                />
              </div>
            </div>
            <Simulacao
              hipotese={hipoteseDe(atual)}
              onChange={(hipotese) => setHipoteses({ ...hipoteses, [chaveDe(atual)]: hipotese })}
              limite={Math.max(20, Math.ceil(atual.base / 2))}
              nomes={{
                admissoes: 'Admitir na base',
                desligamentos: 'Desligar da base',
                admissoesDaCota: 'Admitir aprendizes',
                desligamentosDaCota: 'Encerrar contratos de aprendizes',
              }}
            />
          </div>
        </>
      )}
    </Section>
  );
}
