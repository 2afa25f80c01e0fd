"""Members and lines that no list has, judged by the words of their names."""

from __future__ import annotations

import pytest

from tieout.engines.auditing.likeness import kinship, member_likeness, section_by_words, suits, words_of
from tieout.engines.auditing.standard import known_members


def test_words_without_plural_and_without_what_every_name_has() -> None:
    assert words_of("OtherDebtSecuritiesByTypeMember") == {"Debt", "Securitie"}


def test_unknown_members_are_told_by_their_words() -> None:
    unknown = "LaboratoryBuildingsMember"
    assert unknown not in known_members()
    assert suits("PropertyPlantAndEquipmentByTypeAxis", unknown)
    assert not suits("StatementEquityComponentsAxis", unknown)
    assert member_likeness("PropertyPlantAndEquipmentByTypeAxis", unknown) > member_likeness("AwardTypeAxis", unknown)


def test_members_that_are_beside_it_count_too() -> None:
    alone = member_likeness("LegalEntityAxis", "HarbourTerminalMember")
    assert member_likeness("LegalEntityAxis", "HarbourTerminalMember", ["HarbourFerryMember"]) > alone


def test_a_member_at_home_elsewhere_stays_there_unless_the_axes_are_kin() -> None:
    assert not suits("ConcentrationRiskByTypeAxis", "RestrictedStockUnitsRSUMember")
    assert kinship("DebtInstrumentAxis", "LongtermDebtTypeAxis") > kinship("DebtInstrumentAxis", "AwardTypeAxis")
    assert kinship("DebtInstrumentAxis", "DebtInstrumentAxis") == 1


@pytest.mark.parametrize(
    ("line", "section"),
    [
        ("PaymentsToAcquireTurbinesAndEquipment", "investing"),
        ("RepaymentsOfHarbourBonds", "financing"),
        ("IncreaseDecreaseInFishReceivable", "operating"),
    ],
)
def test_lines_that_no_list_has_are_told_by_their_words(line: str, section: str) -> None:
    found = section_by_words(line)
    assert found is not None
    assert found[0] == section
    assert found[1] > 0


def test_general_words_speak_for_an_axis_that_no_filing_has_a_member_of() -> None:
    assert suits("StatementEquityComponentsAxis", "AociGainLossOfAnyKindAttributableToParentMember")
    assert suits("PropertyPlantAndEquipmentByTypeAxis", "PipelinesAndStorageTanksMember")
